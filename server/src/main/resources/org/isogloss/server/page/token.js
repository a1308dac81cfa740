// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { ApiError } from "./api.js";
import { message } from "./messages.js";

/** A token that a header of HTTP can hold. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Asks the user for the token of the server. */
export class TokenPrompt {
  #dialog = document.getElementById("token");
  #form = document.getElementById("token-form");
  #value = document.getElementById("token-value");
  #note = document.getElementById("token-note");
  #cancel = document.getElementById("token-cancel");

  /**
   * Asks for a token.
   *
   * @param {boolean} refused whether the server has refused an earlier one
   * @returns {Promise<string>} rejects with an ApiError if the user cancels
   */
  ask(refused) {
    this.#explain(message(refused ? "token.refused" : "token.kept"), refused);
    this.#value.value = "";
    this.#dialog.showModal();
    this.#value.focus();
    return new Promise((resolve, reject) => {
      let token = "";
      this.#form.onsubmit = (event) => {
        event.preventDefault();
        const entered = this.#value.value.trim();
        if (SENDABLE.test(entered)) {
          token = entered;
          this.#dialog.close();
        } else {
          this.#explain(message("token.characters"), true);
        }
      };
      this.#cancel.onclick = () => this.#dialog.close();
      this.#dialog.onclose = () => {
        this.#value.value = "";
        if (token) {
          resolve(token);
        } else {
          reject(
            new ApiError(message("token.enter"), { status: 401, title: message("token.needed") }),
          );
        }
      };
    });
  }

  #explain(note, wrong) {
    this.#note.textContent = note;
    this.#note.classList.toggle("field-error", wrong);
    this.#value.setAttribute("aria-invalid", String(wrong));
  }
}
