import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// What nearly every page needs is one file: twenty small ones compress worse. A game and the settings have more of their own.
const EVERYWHERE = /\/src\/(art\/(Building|Emblem|Icon)\.|(lib|ui)\/(?!Account|ChangePassword|Sessions|lineup|sentences|socket|sound|table|why|hintWords|onDemand))/;

// A game, a replay, the quick start show the same town: one file for what would else be six.
const TOWN = /\/src\/(board\/|art\/(Card|Face)\.|play\/(Die|Log|read)\.|lib\/(onDemand|sentences|sound)\.)/;

// The words of a language always come together, but for those under later/, which come when somebody asks.
const WORDS = ["en", "es", "fr", "de"].map((language) => ({ name: `words-${language}`, test: new RegExp(`/src/i18n/${language}/(?!later)`) }));

// Built into the Python package, so that who installs the wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: "../src/cactustown/_web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline scripts or fonts
    cssCodeSplit: false, // one style sheet compresses better than twenty
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "ui", test: EVERYWHERE }, { name: "town", test: TOWN }, ...WORDS] } } },
  },
  server: {
    fs: { allow: [".."] }, // tests compare with docs/ and the server
    proxy: {
      "/api": "http://127.0.0.1:8620",
      "/games": "http://127.0.0.1:8620",
      "/ws": { target: "ws://127.0.0.1:8620", ws: true },
    },
  },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
});
