package org.isogloss.search.index;

import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Passage;
import org.isogloss.search.vector.SentenceVectorCodec;

/**
 * A passage with its vectors.
 *
 * @param vector empty for an index of words alone, or where the encoder knows nothing of the text
 * @param sentenceVectors {@link SentenceVectorCodec}; empty for an index without them, or where the
 *     passage has no more than one sentence
 */
public record EncodedPassage(
    Passage passage, Optional<float[]> vector, Optional<BytesRef> sentenceVectors) {}
