// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Romanized texts in the script of their language again (back-transliteration). */
package org.isogloss.text.deromanization;
