// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element } from "./dom.js";
import { formatPercent } from "./numbers.js";

/**
 * Shows a probability as a meter and a number.
 *
 * @param {number} value
 * @param {string} name of the meter
 * @param {string} meaning what the probability is about
 */
export const probabilityMeter = (value, name, meaning) =>
  element(
    "span",
    { class: "probability", title: meaning },
    element("meter", { min: 0, max: 1, value, "aria-label": name }, formatPercent(value)),
    formatPercent(value),
  );
