import "./style/tokens.css";
import "./style/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { keepShell } from "./install.svelte";
import { settings } from "./settings.svelte";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the client");
await settings.begin();
mount(App, { target: place });
keepShell();
