// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Numbers in the language of the page. */

import { interfaceLanguage } from "./messages.js";

const format = (options) => {
  const created = new Intl.NumberFormat(interfaceLanguage, options);
  return (value) => created.format(value);
};

/** @param {number} count */
export const formatCount = format({});

/** @param {number} rate number of times per million */
export const formatRate = format({ maximumFractionDigits: 1 });

/** @param {number} score */
export const formatScore = format({ minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** @param {number} strength of a match, a similarity or probability */
export const formatStrength = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} share 0 to 1 */
export const formatShare = format({ style: "percent" });

const formatMilliseconds = format({ style: "unit", unit: "millisecond", maximumFractionDigits: 0 });
const formatSeconds = format({ style: "unit", unit: "second", maximumFractionDigits: 1 });

/** Returns a probability in percent, but neither 0 nor 100, since none is certain. */
export function formatPercent(probability) {
  if (probability > 0.99) {
    return isolated(`> ${formatShare(0.99)}`);
  }
  return probability < 0.01 ? isolated(`< ${formatShare(0.01)}`) : formatShare(probability);
}

/** Keeps the order of a sign and a number in text that is written from right to left. */
const isolated = (text) => `\u2066${text}\u2069`;

/** @param {number} milliseconds */
export const formatTime = (milliseconds) =>
  milliseconds < 1000
    ? formatMilliseconds(Math.max(1, milliseconds))
    : formatSeconds(milliseconds / 1000);
