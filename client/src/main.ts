import { mount } from "svelte";

import App from "./App.svelte";

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the client");
mount(App, { target: place });
