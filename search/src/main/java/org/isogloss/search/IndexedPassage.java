package org.isogloss.search;

import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Passage;

/**
 * A passage with its vectors.
 *
 * @param vector empty for an index of words alone, or where the encoder knows nothing of the text
 * @param sentences {@link SentenceVectors}; empty for an index without them, or where the passage
 *     has no more than one sentence
 */
record IndexedPassage(Passage passage, Optional<float[]> vector, Optional<BytesRef> sentences) {}
