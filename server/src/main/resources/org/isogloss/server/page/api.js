// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The API of the server. */

import { message } from "./messages.js";

const TOKEN_KEY = "isogloss.token";

/** An answer that is not a success, or none at all. */
export class ApiError extends Error {
  /**
   * @param {string} message what the server states
   * @param {Object} details
   * @param {number} details.status the HTTP status, 0 if the server cannot be reached
   * @param {string} details.title a short name of the error
   * @param {string} [details.parameter] the parameter of the request that is wrong
   * @param {number} [details.retryAfter] seconds after which another request may be sent
   * @param {string} [details.requestId]
   */
  constructor(message, { status, title, parameter, retryAfter, requestId }) {
    super(message);
    Object.assign(this, { status, title, parameter, retryAfter, requestId });
  }
}

/** Sends requests, with a token if the server asks for one. */
export class Api {
  #askForToken;
  #asking;

  /**
   * @param {function(boolean): Promise<string>} askForToken asks the user for a token, and is told
   *     whether an earlier one was refused; rejects if the user gives none
   */
  constructor(askForToken) {
    this.#askForToken = askForToken;
  }

  /** Returns the indexes of the server. */
  async indexes() {
    return (await this.#fetch("api/indexes")).indexes;
  }

  /**
   * Searches.
   *
   * @param {Object} request as state.toRequest makes it
   * @param {AbortSignal} signal
   */
  search(request, signal) {
    return this.#fetch("api/search", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
  }

  /**
   * Explains passages.
   *
   * @param {Object} request a query, and the hits
   * @param {AbortSignal} signal
   * @returns {Promise<Object[]>} an explanation for each hit, in their order
   */
  async explain(request, signal) {
    const { explanations } = await this.#fetch("api/explain", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    return explanations;
  }

  /**
   * Completes a query.
   *
   * @param {Object} request with query, index, languages and top
   * @param {AbortSignal} signal
   */
  async complete(request, signal) {
    const { completions } = await this.#fetch("api/complete", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    return completions;
  }

  /**
   * Lists documents of an index.
   *
   * @param {Object<string, string|number|boolean>} parameters index, filter, top, text
   * @returns {Promise<Object[]>}
   */
  async documents(parameters) {
    return (await this.#fetch(`api/documents?${new URLSearchParams(parameters)}`)).documents;
  }

  /** Returns a document with all its passages. */
  document(id, index, signal) {
    const path = `api/documents/${encodeURIComponent(id)}?index=${encodeURIComponent(index)}`;
    return this.#fetch(path, { signal });
  }

  /** Returns the translations of a document. */
  async versions(id, index, signal) {
    const parameters = new URLSearchParams({ id, index });
    return (await this.#fetch(`api/versions?${parameters}`, { signal })).versions;
  }

  /** Returns the corpora of the server with their languages. */
  async corpora() {
    return (await this.#fetch("api/corpora")).corpora;
  }

  /**
   * Returns how words are used and translated in a corpus.
   *
   * @param {Object<string, string|number>} parameters words, corpus, language, sort and top; empty
   *     ones are left out
   * @param {AbortSignal} signal
   */
  concordance(parameters, signal) {
    const given = Object.entries(parameters).filter(([, value]) => value);
    return this.#fetch(`api/concordance?${new URLSearchParams(given)}`, { signal });
  }

  async #fetch(path, options = {}) {
    const token = sessionStorage.getItem(TOKEN_KEY);
    const response = await this.#send(path, options, token);
    if (response.status === 401) {
      await this.#renewToken(token);
      return this.#fetch(path, options);
    }
    if (!response.ok) {
      throw await toError(response);
    }
    return response.json();
  }

  async #send(path, options, token) {
    const headers = { Accept: "application/json", ...options.headers };
    if (token) {
      headers.Authorization = `Bearer ${token}`;
    }
    try {
      return await fetch(path, { ...options, headers });
    } catch (error) {
      if (error.name === "AbortError") {
        throw error;
      }
      throw new ApiError(message("error.connection"), {
        status: 0,
        title: message("error.unreachable"),
      });
    }
  }

  /** Asks for a token, once for all requests that wait for it. */
  async #renewToken(refused) {
    if (sessionStorage.getItem(TOKEN_KEY) !== refused) {
      return;
    }
    this.#asking ??= this.#askForToken(refused !== null).finally(() => (this.#asking = undefined));
    sessionStorage.setItem(TOKEN_KEY, await this.#asking);
  }
}

async function toError(response) {
  const problem = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get("Retry-After") || NaN);
  return new ApiError(problem.detail ?? message("error.status", { status: String(response.status) }), {
    status: response.status,
    title: problem.title ?? response.statusText,
    parameter: problem.parameter,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}
