// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Optional;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;

/**
 * A word of a query with its translations for passages in one language.
 *
 * @param surfaceForm the word as written in the query
 * @param queryWord the analysed word, and the matching terms of passages
 * @param backgroundModel the probability of the word in general text of the query language; empty
 *     if it is estimated from the passages
 * @param field the field that contains the terms
 */
public record TranslatedQueryWord(
    String surfaceForm,
    QueryWord queryWord,
    Optional<QueryTranslator> backgroundModel,
    String field) {}
