import "./style/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { keepShell } from "./browser/install.svelte";
import { router } from "./browser/router.svelte";
import { settings } from "./browser/settings.svelte";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the client");
// who comes by a link need not wait for the words before the table is asked for; the screen itself says when it cannot be had
if (router.route.screen === "table") import("./screens/table/TablePage.svelte").catch(() => undefined);
await settings.begin();
place.replaceChildren(); // what was painted before
mount(App, { target: place });
keepShell();
