package org.isogloss.search;

import java.util.Optional;
import org.isogloss.lexical.QueryTranslator;
import org.isogloss.lexical.QueryWord;

/**
 * A word of a query, as it is asked of passages of one language.
 *
 * @param shown as the query has it
 * @param word as it was analysed, and the terms of passages that count as it
 * @param general knows how likely the word is in general text of the query's language; empty where
 *     the passages themselves have to say that
 * @param field where passages have the terms
 */
record AskedWord(String shown, QueryWord word, Optional<QueryTranslator> general, String field) {}
