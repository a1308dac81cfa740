// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Texts as users type them: without accents, and with errors. */
package org.isogloss.text.typing;
