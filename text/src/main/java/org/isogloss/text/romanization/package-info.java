// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Texts in Latin letters: by the transliterations of ICU, and as people type them. */
package org.isogloss.text.romanization;
