// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The values and contracts that all other modules share.
 *
 * <p>Begin with {@link Query}, {@link Document} and {@link Passage} (the input) and {@link Ranking}
 * of {@link Hit}s (the output). Three contracts connect the modules: {@link Encoder} turns texts
 * into vectors, {@link PairScorer} scores passages for a query, {@link Retriever} finds passages
 * for a query; {@link ExplainablePairScorer} is a pair scorer that also reports which parts of the
 * query matched, and {@link TextTranslator} translates queries. {@link Language} and {@link
 * LanguageRange} name languages by ISO 639 codes and BCP 47 tags; a {@link Span} is a range of a
 * text. Every error that a user can correct is an {@link IsoglossException}. A {@link Deadline}
 * ends work that takes too long.
 */
@NullMarked
package org.isogloss.core;

import org.jspecify.annotations.NullMarked;
