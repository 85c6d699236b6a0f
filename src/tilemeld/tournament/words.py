"""The words of printed sheets in four languages, as players know them from their boxes (RULES.md, section 9)."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Language = Literal["en", "pl", "cs", "uk"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_TABLE: Mapping[str, tuple[str, str, str, str]] = {
    "profile.pl": ("Polish family game", "Polska gra rodzinna", "Polská rodinná hra", "Польська сімейна гра"),
    "profile.pl-xp": ("Polish, for six", "Polska dla sześciu", "Polská pro šest", "Польська для шістьох"),
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
        "Ukrainian, for six",
        "Ukraińska dla sześciu",
        "Ukrajinská pro šest",
        "Українська для шістьох",
    ),
    "profile.pl-word": (
        "Polish word game",
        "Polska gra w słowa",
        "Polská slovní hra",
        "Польська гра в слова",
    ),
    "seating": ("Seating", "Rozstawienie", "Rozlosování", "Розсадження"),
    "by-table": ("By table", "Według stołów", "Podle stolů", "За столами"),
    "by-name": ("By name", "Alfabetycznie", "Podle jména", "За абеткою"),
    "round": ("Round", "Runda", "Kolo", "Тур"),
    "final": ("Final", "Finał", "Finále", "Фінал"),
    "table": ("Table", "Stół", "Stůl", "Стіл"),
    "seat": ("Seat", "Miejsce", "Místo", "Місце"),
    "player": ("Player", "Gracz", "Hráč", "Гравець"),
    "byes": ("Sitting out", "Pauzują", "Volno mají", "Пропускають тур"),
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
    "after-round": ("after round", "po rundzie", "po kole", "після туру"),
    "certificate": ("Certificate", "Dyplom", "Diplom", "Диплом"),
    "certificate-for": (
        "for place {place} in the tournament",
        "za zajęcie {place}. miejsca w turnieju",
        "za {place}. místo v turnaji",
        "за {place} місце у турнірі",
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
        "Każdy wiersz sumuje się do 0; gdy nikt nie wyłożył wszystkiego, do minus tabliczki zwycięzcy.",
        "Součet řádku je 0; pokud nikdo nevyložil vše, minus hodnota stojánku vítěze.",
        "Сума рядка дорівнює 0; якщо ніхто не виклав усе, мінус підставка переможця.",
    ),
    "joker": (
        "A joker left on the rack counts {value}.",
        "Joker na tabliczce liczy się za {value}.",
        "Žolík ve stojánku se počítá za {value}.",
        "Джокер на підставці рахується за {value}.",
    ),
    "unopened": (
        "Never opened: −{low}; −{high} if an opening was possible.",
        "Bez otwarcia: −{low}; −{high}, jeśli otwarcie było możliwe.",
        "Bez prvního vyložení: −{low}; −{high}, pokud bylo možné.",
        "Без початкової комбінації: −{low}; −{high}, якщо вона була можлива.",
    ),
    "went-out": (
        "Out first: the others lose their racks, the winner gets the sum.",
        "Kto wyłoży wszystko: pozostali tracą wartość tabliczek, zwycięzca dostaje sumę.",
        "Kdo vyloží vše: ostatní ztrácejí hodnotu stojánků, vítěz získá součet.",
        "Хто виклав усе: інші втрачають вартість підставок, переможець отримує суму.",
    ),
    "lowest-own-rack": (
        "Nobody out: the lowest rack wins; the others lose their racks, the winner gets their sum less the own rack.",
        "Nikt nie skończył: wygrywa najniższa tabliczka; pozostali tracą swoje, zwycięzca dostaje ich sumę minus własną.",
        "Nikdo neskončil: vyhrává nejnižší stojánek; ostatní ztrácejí své, vítěz získá jejich součet minus vlastní.",
        "Ніхто не закінчив: виграє найменша підставка; інші втрачають свої, переможець отримує їх суму мінус власну.",
    ),
    "lowest-difference": (
        "Nobody out: the lowest rack wins; the others lose the difference to it, the winner gets the sum.",
        "Nikt nie skończył: wygrywa najniższa tabliczka; pozostali tracą różnicę do niej, zwycięzca dostaje sumę.",
        "Nikdo neskončil: vyhrává nejnižší stojánek; ostatní ztrácejí rozdíl, vítěz získá součet.",
        "Ніхто не закінчив: виграє найменша підставка; інші втрачають різницю, переможець отримує суму.",
    ),
    "lowest-sum": (
        "Nobody out: the lowest rack wins; the others lose their racks, the winner gets the sum.",
        "Nikt nie skończył: wygrywa najniższa tabliczka; pozostali tracą swoje, zwycięzca dostaje sumę.",
        "Nikdo neskončil: vyhrává nejnižší stojánek; ostatní ztrácejí své, vítěz získá součet.",
        "Ніхто не закінчив: виграє найменша підставка; інші втрачають свої, переможець отримує суму.",
    ),
    "big-point": (
        "A big point for every game won; ring the winner's score.",
        "Duży punkt za każdą wygraną partię; zakreśl wynik zwycięzcy.",
        "Velký bod za každou vyhranou hru; výsledek vítěze zakroužkujte.",
        "Велике очко за кожен виграний раунд; обведіть результат переможця.",
    ),
    "word-score": (
        "A turn scores the letters of the longest new word; the whole rack (7 or more) doubles it.",
        "Ruch liczy litery najdłuższego nowego słowa; cała tabliczka (7 lub więcej) podwaja.",
        "Tah se počítá podle písmen nejdelšího nového slova; celý stojánek (7 a více) zdvojnásobí.",
        "Хід рахує літери найдовшого нового слова; вся підставка (7 і більше) подвоює.",
    ),
    "settle-bank": (
        "A table that nobody can restore: tiles in no set go to the bank.",
        "Stół, którego nie da się odtworzyć: kostki poza układami wracają do banku.",
        "Stůl, který nelze obnovit: kameny mimo sady jdou na hromádku.",
        "Стіл, який неможливо відновити: плитки поза наборами йдуть до запасу.",
    ),
    "settle-bank-mixed": (
        "A table that nobody can restore: tiles in no set are mixed into the bank.",
        "Stół, którego nie da się odtworzyć: kostki poza układami miesza się z bankiem.",
        "Stůl, který nelze obnovit: kameny mimo sady se zamíchají do hromádky.",
        "Стіл, який неможливо відновити: плитки поза наборами замішують у запас.",
    ),
    "settle-player": (
        "A table that nobody can restore: the player takes every tile outside a valid set.",
        "Stół, którego nie da się odtworzyć: gracz bierze wszystkie kostki spoza poprawnych układów.",
        "Stůl, který nelze obnovit: hráč si bere všechny kameny mimo platné sady.",
        "Стіл, який неможливо відновити: гравець бере всі плитки поза дійсними наборами.",
    ),
    "card-gap": (
        "One set: gaps at most a tile's width sideways, half a tile's height up or down.",
        "Jeden układ: odstęp najwyżej szerokości kostki w bok i pół wysokości w górę lub w dół.",
        "Jedna sada: mezera nejvýše na šířku kamene do strany a půl výšky nahoru či dolů.",
        "Один набір: проміжок не більше ширини плитки вбік і пів висоти вгору чи вниз.",
    ),
    "card-clock": (
        "Take the tile first, then press the clock. Tiles touched after the time void the move: undo, take 1.",
        "Najpierw dobierz kostkę, potem naciśnij zegar. Dotknięcie kostek po czasie unieważnia ruch: cofnij, dobierz 1.",
        "Nejdřív vezměte kámen, pak stiskněte hodiny. Dotyk kamenů po čase ruší tah: vrátit, vzít 1.",
        "Спершу візьміть плитку, потім натисніть годинник. Торкання після часу скасовує хід: повернути, взяти 1.",
    ),
    "card-say": (
        "Say “Już” or “Dalej” when done; “Wyłożę się w następnej rundzie” announces an opening.",
        "Powiedz „Już” lub „Dalej”, gdy kończysz; „Wyłożę się w następnej rundzie” zapowiada otwarcie.",
        "Na konci tahu řekněte „Już“ nebo „Dalej“; první vyložení ohlašuje „Wyłożę się w następnej rundzie“.",
        "Закінчивши, кажіть «Już» або «Dalej»; «Wyłożę się w następnej rundzie» оголошує початкову комбінацію.",
    ),
    "card-count": (
        "Who is asked in the asker's own turn says how many tiles they hold. Disputes: finish the turn, stop the clock, "
        "call the referee.",
        "Zapytany w ruchu pytającego podaje liczbę swoich kostek. Spór: dokończ ruch, zatrzymaj zegar, wezwij sędziego.",
        "Na dotaz v tahu tazatele řekněte počet svých kamenů. Spor: dokončit tah, zastavit hodiny, zavolat rozhodčího.",
        "На запит у ході того, хто питає, назвіть кількість плиток. Спір: завершити хід, спинити годинник, "
        "покликати суддю.",
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
