"""The words of printed sheets in four languages, as players know them from their boxes (RULES.md, section 9)."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Language = Literal["en", "pl", "cs", "uk"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_TABLE: Mapping[str, tuple[str, str, str, str]] = {
    "profile.pl": ("Polish family game", "Polska gra rodzinna", "Polská rodinná hra", "Польська сімейна гра"),
    "profile.pl-xp": (
        "Polish XP (up to 6 players)",
        "Polska XP (do 6 osób)",
        "Polská XP (do 6 hráčů)",
        "Польська XP (до 6 гравців)",
    ),
    "profile.pl-tournament": (
        "Polish tournament",
        "Polska turniejowa",
        "Polská turnajová",
        "Польська турнірна",
    ),
    "profile.cs": ("Czech family game", "Czeska gra rodzinna", "Česká rodinná hra", "Чеська сімейна гра"),
    "profile.uk": (
        "Ukrainian family game",
        "Ukraińska gra rodzinna",
        "Ukrajinská rodinná hra",
        "Українська сімейна гра",
    ),
    "profile.uk-xp": (
        "Ukrainian XP (up to 6 players)",
        "Ukraińska XP (do 6 osób)",
        "Ukrajinská XP (do 6 hráčů)",
        "Українська XP (до 6 гравців)",
    ),
    "profile.pl-word": (
        "Polish word game",
        "Polska gra w słowa",
        "Polská slovní hra",
        "Польська гра в слова",
    ),
    "seating": ("Seating", "Rozsadzenie", "Rozlosování", "Розсадження"),
    "by-table": ("By table", "Według stołów", "Podle stolů", "За столами"),
    "by-name": ("By name", "Alfabetycznie", "Podle jména", "За абеткою"),
    "round": ("Round {number}", "Runda {number}", "{number}. kolo", "Тур {number}"),
    "final": ("Final", "Finał", "Finále", "Фінал"),
    "table": ("Table", "Stół", "Stůl", "Стіл"),
    "seat": ("Seat", "Miejsce", "Místo", "Місце"),
    "player": ("Player", "Gracz", "Hráč", "Гравець"),
    "byes": ("Sitting out", "Pauzują", "Volný los", "Пропускають тур"),
    "score-sheet": ("Score sheet", "Karta wyników", "Zápis výsledků", "Протокол"),
    "game": ("Game", "Partia", "Hra", "Раунд"),
    "starts": ("Starts", "Zaczyna", "Začíná", "Починає"),
    "turn": ("Turn", "Ruch", "Tah", "Хід"),
    "sum": ("Total", "Suma", "Součet", "Сума"),
    "points": ("Points", "Punkty", "Body", "Очки"),
    "big-points": ("Big points", "Duże punkty", "Velké body", "Великі очки"),
    "wins": ("Games won", "Wygrane partie", "Vyhrané hry", "Виграні раунди"),
    "games": ("Games", "Partie", "Hry", "Раунди"),
    "place": ("Place", "Lokata", "Pořadí", "Місце"),
    "club": ("Club", "Klub", "Klub", "Клуб"),
    "standings": ("Standings", "Klasyfikacja", "Výsledková listina", "Турнірна таблиця"),
    "after-round": (
        "after round {number}",
        "po rundzie {number}",
        "po {number}. kole",
        "після {number}-го туру",
    ),
    "certificate": ("Certificate", "Dyplom", "Diplom", "Диплом"),
    "certificate-for": (
        "for place {place} in the tournament",
        "za zajęcie {place}. miejsca w turnieju",
        "za {place}. místo v turnaji",
        "за {place} місце в турнірі",
    ),
    "date": ("Date", "Data", "Datum", "Дата"),
    "director": ("Director", "Organizator", "Ředitel turnaje", "Організатор"),
    "referee": ("Referee", "Sędzia", "Rozhodčí", "Суддя"),
    "signature": ("Signature", "Podpis", "Podpis", "Підпис"),
    "signatures": ("Signatures", "Podpisy", "Podpisy", "Підписи"),
    "welcome": (
        "Scan to enter results and follow the standings",
        "Zeskanuj, aby wpisać wyniki i śledzić klasyfikację",
        "Naskenujte pro zápis výsledků a průběžné pořadí",
        "Скануйте, щоб вписати результати й бачити таблицю",
    ),
    "check-zero": (
        "Each row adds up to 0.",
        "Każdy wiersz sumuje się do 0.",
        "Součet každého řádku je 0.",
        "Сума кожного рядка дорівнює 0.",
    ),
    "check-own-rack": (
        "Each row adds up to 0; when nobody went out, to minus the winner's own rack.",
        "Każdy wiersz sumuje się do 0; gdy nikt nie wyłożył wszystkiego – do wartości kostek zwycięzcy ze znakiem minus.",
        "Součet řádku je 0; pokud nikdo nevyložil vše, je to minus hodnota kamenů vítěze.",
        "Сума рядка дорівнює 0; якщо ніхто не виклав усе — мінус сума плиток переможця.",
    ),
    "joker": (
        "A joker left on the rack counts {value}.",
        "Joker na tabliczce liczy się za {value}.",
        "Žolík ve stojánku se počítá za {value}.",
        "Джокер на підставці — це {value}.",
    ),
    "unopened": (
        "Never opened: −{low}; −{high} if an opening was possible.",
        "Bez otwarcia: −{low}; −{high}, jeśli otwarcie było możliwe.",
        "Bez prvního vyložení: −{low}; −{high}, pokud bylo možné.",
        "Без початкової комбінації: −{low}; −{high}, якщо вона була можлива.",
    ),
    "went-out": (
        "Somebody went out: the others lose the value of their racks, the winner gets the sum.",
        "Gdy ktoś wyłoży wszystko: pozostali zapisują minus wartość swoich kostek, zwycięzca plus ich sumę.",
        "Vyloží-li někdo vše: ostatní ztrácejí hodnotu svých kamenů, vítěz získá součet.",
        "Якщо хтось виклав усе: інші записують мінус суму своїх плиток, переможець — плюс ці суми.",
    ),
    "lowest-own-rack": (
        "Nobody went out: the lowest rack wins; the others lose the value of their racks, "
        "the winner gets their sum minus the winner’s own rack.",
        "Nikt nie skończył: wygrywa najmniejsza suma; pozostali zapisują swoją na minus, "
        "zwycięzca na plus sumę pozostałych minus własna.",
        "Nikdo neskončil: vyhrává nejnižší součet; ostatní ztrácejí hodnotu svých kamenů, "
        "vítěz získá jejich součet minus vlastní.",
        "Ніхто не закінчив: виграє найменша сума; інші записують свою з мінусом, "
        "переможець отримує їхню суму мінус власну.",
    ),
    "lowest-difference": (
        "Nobody went out: the lowest rack wins; the others lose the difference from it, the winner gets the sum.",
        "Nikt nie skończył: wygrywa najmniejsza suma; pozostali zapisują na minus różnicę, zwycięzca na plus ich sumę.",
        "Nikdo neskončil: vyhrává nejnižší součet; ostatní ztrácejí rozdíl, vítěz získá součet rozdílů.",
        "Ніхто не закінчив: виграє найменша сума; інші записують різницю з мінусом, переможець отримує суму різниць.",
    ),
    "lowest-sum": (
        "Nobody went out: the lowest rack wins; the others lose the value of their racks, the winner gets the sum.",
        "Nikt nie skończył: wygrywa najmniejsza suma; pozostali zapisują swoją na minus, zwycięzca na plus sumę pozostałych.",
        "Nikdo neskončil: vyhrává nejnižší součet; ostatní ztrácejí hodnotu svých kamenů, vítěz získá jejich součet.",
        "Ніхто не закінчив: виграє найменша сума; інші записують свою з мінусом, переможець отримує їхню суму.",
    ),
    "big-point": (
        "A big point for every game won; ring the winner's score.",
        "Duży punkt za każdą wygraną partię; zakreśl wynik zwycięzcy.",
        "Velký bod za každou vyhranou hru; výsledek vítěze zakroužkujte.",
        "Велике очко за кожен виграний раунд; обведіть результат переможця.",
    ),
    "word-score": (
        "A turn scores the letters of the longest new word; laying all your tiles (7 or more) doubles it.",
        "Punkty za ruch: liczba liter najdłuższego nowego słowa; wyłożenie wszystkich kostek (7 lub więcej) podwaja.",
        "Body za tah: počet písmen nejdelšího nového slova; vyložení všech kamenů (7 a více) je zdvojnásobí.",
        "Очки за хід: кількість літер найдовшого нового слова; усі плитки за раз (7 і більше) — подвійно.",
    ),
    "settle-bank": (
        "A table that nobody can restore: tiles in no set go to the bank.",
        "Stół nie do odtworzenia: kostki spoza zestawów wracają do banku.",
        "Stůl, který nelze obnovit: kameny mimo sady jdou na hromádku.",
        "Стіл, який неможливо відновити: плитки поза наборами йдуть до запасу.",
    ),
    "settle-bank-mixed": (
        "A table that nobody can restore: tiles in no set are mixed into the bank.",
        "Stół nie do odtworzenia: kostki spoza zestawów miesza się z bankiem.",
        "Stůl, který nelze obnovit: kameny mimo sady se zamíchají do hromádky.",
        "Стіл, який неможливо відновити: плитки поза наборами замішують у запас.",
    ),
    "settle-player": (
        "A table that nobody can restore: the player takes every tile outside a valid set.",
        "Stół nie do odtworzenia: gracz bierze wszystkie kostki spoza prawidłowych zestawów.",
        "Stůl, který nelze obnovit: hráč si bere všechny kameny mimo platné sady.",
        "Стіл, який неможливо відновити: гравець бере всі плитки поза дозволеними наборами.",
    ),
    "card-gap": (
        "One set: gaps at most a tile's width sideways, half a tile's height up or down.",
        "Jeden zestaw: odstęp najwyżej szerokości kostki w bok i pół wysokości w górę lub w dół.",
        "Jedna sada: mezera nejvýše na šířku kamene do strany a půl výšky nahoru či dolů.",
        "Один набір: проміжок не більший за ширину плитки вбік і пів висоти вгору чи вниз.",
    ),
    "card-clock": (
        "Take the tile first, then press the clock. Touching tiles after the time voids the move: undo it and take 1 tile.",
        "Najpierw dobierz kostkę, potem naciśnij zegar. Dotknięcie kostek po czasie unieważnia ruch: cofnij go i dobierz 1 kostkę.",
        "Nejdřív vezměte kámen, pak stiskněte hodiny. Dotyk kamenů po čase ruší tah: vraťte ho a vezměte 1 kámen.",
        "Спершу візьміть плитку, потім натисніть годинник. Дотик до плиток після часу скасовує хід: поверніть усе й візьміть 1 плитку.",
    ),
    "card-say": (
        "Say “Już” or “Dalej” when done; “Wyłożę się w następnej rundzie” announces an opening.",
        "Powiedz „Już” lub „Dalej”, gdy kończysz; „Wyłożę się w następnej rundzie” zapowiada otwarcie.",
        "Na konci tahu řekněte „Już“ nebo „Dalej“; první vyložení ohlašuje „Wyłożę się w następnej rundzie“.",
        "Закінчивши, кажіть «Już» або «Dalej»; «Wyłożę się w następnej rundzie» оголошує початкову комбінацію.",
    ),
    "card-count": (
        "A player asked on the asker’s turn says how many tiles they hold; others may check the points. "
        "Disputes: finish the turn, stop the clock, call the referee.",
        "Na pytanie w ruchu pytającego podaj liczbę swoich kostek; inni mogą sprawdzić punkty. "
        "Spór: dokończ ruch, zatrzymaj zegar, wezwij sędziego.",
        "Na dotaz v tahu tazatele řekněte počet svých kamenů; ostatní smějí ověřit body. "
        "Spor: dohrajte tah, zastavte hodiny, zavolejte rozhodčího.",
        "На запит у ході того, хто питає, назвіть кількість плиток; інші можуть перевірити очки. "
        "Суперечка: завершіть хід, спиніть годинник, покличте суддю.",
    ),
    "card-call": (
        "The winner calls out “Руммікуб!”.",
        "Zwycięzca woła „Руммікуб!”.",
        "Vítěz zvolá „Руммікуб!“.",
        "Переможець вигукує «Руммікуб!».",
    ),
}
"""Every word in the order of ``LANGUAGES``."""

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    language: {key: texts[at] for key, texts in _TABLE.items()} for at, language in enumerate(LANGUAGES)
}
"""Every word of a language by its key."""
