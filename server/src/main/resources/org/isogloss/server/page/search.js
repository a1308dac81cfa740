// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The search page: the state in its address, the search that it asks for, and the views of both. */

import { Api } from "./api.js";
import { FacetCounts } from "./counts.js";
import { DocumentDialog } from "./document.js";
import { followLinks, setOptions } from "./dom.js";
import { FilterExpression } from "./expression.js";
import { FieldFacets, FieldRanges, LanguageChips } from "./facets.js";
import { showInterface } from "./interface.js";
import { installShortcuts } from "./keyboard.js";
import { markMatchedWords } from "./matchedwords.js";
import { message } from "./messages.js";
import { failure, noSuchIndex } from "./notices.js";
import { Options } from "./options.js";
import { QueryBox } from "./query.js";
import { showResponse } from "./results.js";
import { filterCount, format, ofIndex, parse, toRequest, withoutFilters } from "./state.js";
import { Suggestions } from "./suggestions.js";
import { TokenPrompt } from "./token.js";
import { Welcome } from "./welcome.js";
import { WritingLanguage } from "./writing.js";

const byId = (id) => document.getElementById(id);

class SearchPage {
  #api = new Api((refused) => this.#token.ask(refused));
  #token = new TokenPrompt();
  #counts = new FacetCounts(this.#api);
  #query = new QueryBox(byId("search"), byId("query"), (query, submitted) =>
    this.#submit(query, submitted),
  );
  #suggestions = new Suggestions(
    byId("query"),
    byId("suggestions"),
    (query, top, signal) => this.#complete(query, top, signal),
    (query) => this.#query.submit(query),
  );
  #writing = new WritingLanguage(byId("query-language"), (changes) => this.#change(changes));
  #welcome = new Welcome(this.#api);
  #chips = new LanguageChips(byId("languages"), (changes) => this.#change(changes));
  #facets = new FieldFacets(byId("facets"), (changes) => this.#change(changes));
  #ranges = new FieldRanges(byId("ranges"), (changes) => this.#change(changes));
  #expression = new FilterExpression(byId("expression"), (changes) => this.#change(changes));
  #options = new Options(byId("options"), (changes) => this.#change(changes));
  #documents = new DocumentDialog(byId("document"), this.#api, () => this.#closeDocument());

  #state = parse(location.search);
  /** The indexes of the server; undefined until they are known. */
  #indexes;
  #index;
  /** The request whose response is shown or awaited; none after an error, so that it is repeated. */
  #shownRequest;
  #response;
  #hits = [];
  #facetCounts;
  #running = new AbortController();

  async start() {
    this.#listen();
    this.#showQuery();
    try {
      this.#indexes = await this.#api.indexes();
    } catch (error) {
      this.#showResults(failure(error, () => location.reload()));
      return;
    }
    this.#linkConcordance();
    const picker = byId("index");
    setOptions(picker, [{ options: this.#indexes.map(({ name }) => [name, name]) }]);
    picker.parentElement.hidden = this.#indexes.length < 2;
    this.#apply();
    if (!this.#state.query) {
      byId("query").focus();
    }
  }

  /** Links the page of concordances, which is of no use without a corpus. */
  async #linkConcordance() {
    const corpora = await this.#api.corpora().catch(() => []);
    byId("concordance").hidden = corpora.length === 0;
  }

  #listen() {
    addEventListener("popstate", () => {
      this.#query.take();
      this.#state = parse(location.search);
      this.#apply();
    });
    followLinks((query) => this.#follow(parse(query)));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("clear").addEventListener("click", () => {
      this.#change(withoutFilters(this.#state));
      byId("filter").focus();
    });
    byId("index").addEventListener("change", ({ target }) =>
      this.#change(ofIndex(this.#state, target.value)),
    );
    installShortcuts({
      focusQuery: () => this.#query.focus(),
      toggleWhy: (id) => this.#toggleWhy(id),
    });
    const wide = matchMedia("(min-width: 60rem)");
    const fold = () => (byId("sidebar-details").open = wide.matches);
    wide.addEventListener("change", fold);
    fold();
  }

  #complete(query, top, signal) {
    const { languages } = this.#state;
    return this.#api.complete(
      {
        query,
        index: this.#index?.name,
        languages: languages.length > 0 ? languages : undefined,
        top,
      },
      signal,
    );
  }

  /** Searches for what the user has typed. Queries reported while typing share one history entry. */
  #submit(query, submitted) {
    const changes = { query, literal: false, page: 1, why: [], document: "" };
    const replace = history.state?.typed || query === this.#state.query;
    this.#go({ ...this.#state, ...changes }, { typed: !submitted }, replace);
  }

  /** Applies what the user has changed, and what the user has typed and not yet submitted. */
  #change(changes) {
    const query = this.#query.take() ?? this.#state.query;
    this.#go({ ...this.#state, query, why: [], ...changes });
  }

  #follow(state) {
    this.#suggestions.close();
    const opened = this.#state.document && state.document;
    const search = JSON.stringify(this.#shownRequest);
    this.#go(state, opened ? history.state : { opened: Boolean(state.document) }, Boolean(opened));
    if (JSON.stringify(this.#shownRequest) !== search) {
      scrollTo(0, 0);
      byId("main").focus({ preventScroll: true });
    }
  }

  #toggleWhy(id) {
    const { why } = this.#state;
    const open = why.includes(id);
    this.#go(
      { ...this.#state, why: open ? why.filter((other) => other !== id) : [...why, id] },
      history.state,
      true,
    );
    if (open) {
      this.#hits.find((hit) => hit.id === id)?.focusWhy();
    }
  }

  #closeDocument() {
    if (history.state?.opened) {
      history.back();
    } else {
      this.#go({ ...this.#state, document: "" }, history.state, true);
    }
  }

  /** Goes to another state. */
  #go(state, entry = {}, replace = false) {
    this.#state = state;
    const query = format(state);
    const address = query === "?" ? location.pathname : query;
    if (replace || query === format(parse(location.search))) {
      history.replaceState(entry, "", address);
    } else {
      history.pushState(entry, "", address);
    }
    this.#apply();
  }

  /** Shows the state in all controls, and searches if it asks for another search than is shown. */
  #apply() {
    if (!this.#indexes) {
      return;
    }
    const state = this.#state;
    const index = state.index
      ? this.#indexes.find(({ name }) => name === state.index)
      : this.#indexes[0];
    if (!index) {
      this.#running.abort();
      this.#setBusy(false);
      this.#shownRequest = undefined;
      this.#showResults(noSuchIndex(state, this.#indexes));
      return;
    }
    if (index !== this.#index) {
      this.#setIndex(index);
    }
    this.#showQuery();
    this.#writing.show(state, this.#response);
    byId("index").value = index.name;
    this.#ranges.show(state);
    this.#expression.show(state);
    this.#options.show(state, this.#response);
    this.#showFilterCount();
    this.#showCounts();
    const request = toRequest(state, index);
    if (JSON.stringify(request) === JSON.stringify(this.#shownRequest)) {
      this.#showExplanations();
    } else {
      this.#search(request);
    }
    this.#documents.show(state, index, this.#response);
  }

  #showQuery() {
    const { query, queryLanguage } = this.#state;
    document.title = query ? `${query} · Isogloss` : "Isogloss";
    document.body.classList.toggle("start", !query.trim());
    this.#query.show(query, queryLanguage);
  }

  #setIndex(index) {
    this.#index = index;
    this.#facetCounts = undefined;
    this.#ranges.setIndex(index);
    this.#expression.setIndex(index);
    this.#options.setIndex(index);
    this.#writing.setIndex(index);
  }

  #showFilterCount() {
    const count = filterCount(this.#state);
    byId("clear").hidden = count === 0;
    byId("sidebar-heading").textContent =
      count === 0 ? message("filters.heading") : message("filters.headingCount", { count });
  }

  #showCounts() {
    this.#chips.show(this.#state, this.#index, this.#facetCounts);
    this.#facets.show(this.#state, this.#index, this.#facetCounts ?? {});
  }

  #showExplanations() {
    this.#hits.forEach((hit) => hit.showWhy(this.#state.why.includes(hit.id)));
  }

  async #search(request) {
    const [state, index] = [this.#state, this.#index];
    this.#shownRequest = request;
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    if (!request.query) {
      this.#setBusy(false);
      this.#response = undefined;
      this.#facetCounts = undefined;
      this.#showCounts();
      this.#writing.show(state);
      this.#showResults(this.#welcome.show(index));
      return;
    }
    this.#setBusy(true);
    try {
      const response = await this.#api.search(request, signal);
      signal.throwIfAborted();
      this.#setBusy(false);
      this.#showResponse(response, request, signal);
      if (index.model) {
        markMatchedWords(this.#api, request, response, this.#hits, signal);
      }
      const counts = await this.#counts
        .of(state, index, response, signal)
        .catch(() => response.facets);
      if (!signal.aborted) {
        this.#facetCounts = counts;
        this.#showCounts();
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#setBusy(false);
        this.#showError(error, request);
      }
    }
  }

  #showResponse(response, request, signal) {
    this.#response = response;
    this.#options.show(this.#state, response);
    this.#writing.show(this.#state, response);
    const { nodes, hits, summary } = showResponse(response, this.#state, {
      explain: (hit) => this.#explain(hit, request, signal),
      toggleWhy: (id) => this.#toggleWhy(id),
    });
    this.#showResults(...nodes);
    this.#hits = hits;
    this.#showExplanations();
    byId("announcer").textContent = summary;
  }

  /** Repeats the request for one hit, with its explanation. */
  async #explain({ id, rank }, request, signal) {
    const explained = await this.#api.search(
      { ...request, top: 1, page: rank, explain: true, answers: undefined },
      signal,
    );
    const hit = explained.hits.find((other) => other.id === id);
    if (!hit?.explanation) {
      throw new Error(message("hit.changed"));
    }
    return { ...hit, queryLanguage: explained.language };
  }

  #showError(error, request) {
    this.#shownRequest = undefined;
    this.#response = undefined;
    if (error.parameter === "filter") {
      this.#expression.showError(error.message);
    }
    this.#showResults(failure(error, () => this.#search(request)));
  }

  #showResults(...content) {
    this.#hits = [];
    byId("results").replaceChildren(...content);
  }

  #setBusy(busy) {
    byId("main").ariaBusy = String(busy);
    byId("progress").classList.toggle("busy", busy);
  }
}

showInterface();
new SearchPage().start();
