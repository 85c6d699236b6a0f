/** The frame of the table with a board in it, without a server: for `bench/layout.py`, which shows it one table after another. */

import "../src/style/tokens.css";
import "../src/style/base.css";

import { mount } from "svelte";

import { settings } from "../src/browser/settings.svelte";
import Layout from "./Layout.svelte";

await settings.begin();
const target = document.getElementById("app");
if (target) mount(Layout, { target });
