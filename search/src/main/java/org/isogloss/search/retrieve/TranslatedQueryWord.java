package org.isogloss.search.retrieve;

import java.util.Optional;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.scoring.QueryWord;

/**
 * A word of a query, as it is asked of passages of one language.
 *
 * @param surfaceForm as the query has it
 * @param queryWord as it was analysed, and the terms of passages that count as it
 * @param backgroundModel knows how likely the word is in general text of the query's language;
 *     empty where the passages themselves have to say that
 * @param field where passages have the terms
 */
public record TranslatedQueryWord(
    String surfaceForm,
    QueryWord queryWord,
    Optional<QueryTranslator> backgroundModel,
    String field) {}
