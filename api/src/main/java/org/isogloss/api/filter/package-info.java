// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Conditions on the fields and the text of documents.
 *
 * <p>A {@link Filter} is built by its methods or parsed from the language in which users state it.
 */
@NullMarked
package org.isogloss.api.filter;

import org.jspecify.annotations.NullMarked;
