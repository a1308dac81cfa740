// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { ApiError } from "./api.js";

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
    this.#note.textContent = refused
      ? "The server did not accept this token. Check it and try again."
      : "Your browser keeps it until you close this tab.";
    this.#note.classList.toggle("field-error", refused);
    this.#value.setAttribute("aria-invalid", String(refused));
    this.#value.value = "";
    this.#dialog.showModal();
    this.#value.focus();
    return new Promise((resolve, reject) => {
      let token = "";
      this.#form.onsubmit = (event) => {
        event.preventDefault();
        token = this.#value.value.trim();
        this.#dialog.close();
      };
      this.#cancel.onclick = () => this.#dialog.close();
      this.#dialog.onclose = () => {
        this.#value.value = "";
        if (token) {
          resolve(token);
        } else {
          reject(
            new ApiError("Enter a token to search.", { status: 401, title: "A token is needed" }),
          );
        }
      };
    });
  }
}
