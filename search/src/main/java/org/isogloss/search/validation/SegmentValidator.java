// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.validation;

import java.io.IOException;
import java.util.OptionalInt;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Passage;
import org.isogloss.search.index.IndexProblems;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.vector.SentenceVectorCodec;

/**
 * Checks that the passages and vectors of one segment are consistent with each other and with the
 * manifest.
 */
final class SegmentValidator {
  /** Maximum difference of the squared length of a stored vector from 1. */
  private static final float UNIT_TOLERANCE = 0.01f;

  private final LeafReader reader;
  private final String name;
  private final int dimension;
  private final OptionalInt bytesPerToken;
  private final IndexProblems problems;

  SegmentValidator(LeafReaderContext leaf, IndexManifest manifest, IndexProblems problems) {
    this.reader = leaf.reader();
    this.name = "segment " + leaf.ord;
    this.dimension = manifest.model().map(IndexManifest.Model::dimension).orElse(0);
    this.bytesPerToken =
        manifest.tokenVectors().stream()
            .mapToInt(IndexManifest.TokenVectorModel::bytesPerToken)
            .findAny();
    this.problems = problems;
  }

  void validate() throws IOException {
    passages();
    for (FieldInfo field : reader.getFieldInfos()) {
      if (field.hasVectorValues()) {
        vectors(field);
      }
    }
    sentences();
    if (bytesPerToken.isPresent()) {
      tokens(bytesPerToken.getAsInt());
    }
  }

  private void passages() throws IOException {
    StoredFields stored = reader.storedFields();
    SortedDocValues ids = DocValues.getSorted(reader, PassageFields.ID);
    SortedDocValues codes = DocValues.getSorted(reader, PassageFields.LANGUAGE);
    NumericDocValues ordinals = DocValues.getNumeric(reader, PassageFields.PASSAGE);
    Bits live = reader.getLiveDocs();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      if (live != null && !live.get(doc)) {
        continue;
      }
      try {
        Passage passage = PassageFields.toPassage(stored.document(doc));
        boolean consistent =
            ids.advanceExact(doc)
                && ids.lookupOrd(ids.ordValue()).utf8ToString().equals(passage.documentId())
                && codes.advanceExact(doc)
                && codes
                    .lookupOrd(codes.ordValue())
                    .utf8ToString()
                    .equals(passage.language().code())
                && ordinals.advanceExact(doc)
                && ordinals.longValue() == passage.ordinal();
        if (!consistent) {
          problems.add(name + ": the fields of passage " + doc + " are inconsistent");
        }
      } catch (RuntimeException e) {
        problems.add(name + ": passage " + doc + " cannot be read", e);
      }
    }
  }

  private void vectors(FieldInfo field) throws IOException {
    FloatVectorValues values = reader.getFloatVectorValues(field.name);
    if (values.dimension() != dimension) {
      problems.add(
          name
              + ": vectors in "
              + field.name
              + " have "
              + values.dimension()
              + " dimensions, expected those of the model: "
              + dimension);
      return;
    }
    KnnVectorValues.DocIndexIterator iterator = values.iterator();
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      float[] vector = values.vectorValue(iterator.index());
      if (!(Math.abs(VectorUtil.dotProduct(vector, vector) - 1) <= UNIT_TOLERANCE)) {
        problems.add(
            name + ": the vector of passage " + iterator.docID() + " is not of unit length");
      }
    }
  }

  private void tokens(int size) throws IOException {
    BinaryDocValues tokens = DocValues.getBinary(reader, PassageFields.TOKEN_VECTORS);
    Bits live = reader.getLiveDocs();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      boolean exists = tokens.advanceExact(doc);
      if (!exists && (live == null || live.get(doc))) {
        problems.add(name + ": passage " + doc + " has no token vectors");
      } else if (exists && tokens.binaryValue().length % size != 0) {
        problems.add(name + ": the token vectors of passage " + doc + " are damaged");
      }
    }
  }

  private void sentences() throws IOException {
    BinaryDocValues sentences = reader.getBinaryDocValues(PassageFields.SENTENCES);
    if (sentences == null) {
      return;
    }
    int size = SentenceVectorCodec.bytesPerSentence(dimension);
    while (sentences.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      BytesRef stored = sentences.binaryValue();
      boolean valid = dimension > 0 && stored.length % size == 0;
      for (int offset = 0; valid && offset < stored.length; offset += size) {
        float scale = (float) BitUtil.VH_LE_FLOAT.get(stored.bytes, stored.offset + offset);
        valid = scale >= 0 && scale <= 1;
      }
      if (!valid) {
        problems.add(
            name + ": the sentence vectors of passage " + sentences.docID() + " are damaged");
      }
    }
  }
}
