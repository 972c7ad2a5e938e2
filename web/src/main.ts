import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./lib/i18n.svelte";
import { prefs } from "./lib/prefs.svelte";

const target = document.getElementById("app");
if (target) void loadLanguage(prefs.language).then(() => mount(App, { target }));
