// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** What all pages have in their language: their texts, their direction and the choice of another. */

import { setOptions } from "./dom.js";
import { directionOf, ownName } from "./languages.js";
import {
  chooseInterfaceLanguage,
  INTERFACE_LANGUAGES,
  interfaceLanguage,
  translate,
} from "./messages.js";

/** Shows the page in the language of the user. */
export function showInterface() {
  document.documentElement.lang = interfaceLanguage;
  document.documentElement.dir = directionOf(interfaceLanguage);
  translate(document);
  const picker = document.getElementById("interface-language");
  setOptions(picker, [{ options: INTERFACE_LANGUAGES.map((code) => [code, ownName(code)]) }]);
  picker.value = interfaceLanguage;
  picker.addEventListener("change", () => chooseInterfaceLanguage(picker.value));
}
