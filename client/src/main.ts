import "./style/tokens.css";
import "./style/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferred, speak } from "./words/say.svelte";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the client");
await speak(preferred(navigator.languages));
mount(App, { target: place });
