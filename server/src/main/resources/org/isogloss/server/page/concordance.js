// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The page of concordances: the words in its address, and how they are used and translated. */

import { Api } from "./api.js";
import { followLinks, setOptions } from "./dom.js";
import { showInterface } from "./interface.js";
import { address, parse, showLines, showTranslations, summaryOf, welcome } from "./lines.js";
import { message } from "./messages.js";
import { failure } from "./notices.js";
import { TokenPrompt } from "./token.js";

/** Number of lines, and of translations. */
const TOP = 100;

const byId = (id) => document.getElementById(id);

class ConcordancePage {
  #token = new TokenPrompt();
  #api = new Api((refused) => this.#token.ask(refused));
  #state = parse(location.search);
  #running = new AbortController();

  async start() {
    this.#listen();
    let corpora;
    try {
      corpora = await this.#api.corpora();
    } catch (error) {
      this.#showResults(failure(error, () => location.reload()));
      return;
    }
    setOptions(byId("corpus"), [{ options: corpora.map(({ name }) => [name, name]) }]);
    byId("corpus").parentElement.hidden = corpora.length < 2;
    this.#apply();
    byId("words").focus();
  }

  #listen() {
    addEventListener("popstate", () => {
      this.#state = parse(location.search);
      this.#apply();
    });
    followLinks((query) => {
      this.#go(parse(query));
      scrollTo(0, 0);
    });
    byId("search").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = byId("words").value.trim();
      const language = words === this.#state.words ? this.#state.language : "";
      this.#go({ ...this.#state, words, language });
    });
    byId("corpus").addEventListener("change", ({ target }) =>
      this.#go({ ...this.#state, corpus: target.value, language: "" }),
    );
    byId("sort").addEventListener("change", ({ target }) =>
      this.#go({ ...this.#state, sort: target.value }),
    );
  }

  #go(state) {
    this.#state = state;
    history.pushState({}, "", address(state));
    this.#apply();
  }

  /** Shows the state in all controls, and asks for its concordance. */
  #apply() {
    const { words, corpus, sort } = this.#state;
    document.title = words ? `${words} · Isogloss` : `${message("concordance.title")} · Isogloss`;
    byId("words").value = words;
    byId("corpus").value = corpus || byId("corpus").options[0]?.value;
    byId("sort").value = sort;
    this.#search();
  }

  async #search() {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const state = { ...this.#state, corpus: this.#state.corpus || byId("corpus").value };
    if (!state.words || !state.corpus) {
      this.#setBusy(false);
      this.#showResults(welcome(state.corpus));
      return;
    }
    this.#setBusy(true);
    try {
      const found = await this.#api.concordance({ ...state, top: TOP }, signal);
      signal.throwIfAborted();
      this.#showResults(...showLines(found, state));
      byId("translations").replaceChildren(...showTranslations(found, state));
      byId("announcer").textContent = summaryOf(found);
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      this.#showResults(failure(error, () => this.#search()));
    }
    this.#setBusy(false);
  }

  #showResults(...content) {
    byId("results").replaceChildren(...content);
    byId("translations").replaceChildren();
  }

  #setBusy(busy) {
    byId("main").ariaBusy = String(busy);
    byId("progress").classList.toggle("busy", busy);
  }
}

showInterface();
new ConcordancePage().start();
