package org.isogloss.search.validation;

import java.io.IOException;
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

/** Checks the passages and vectors of one segment against each other and the manifest. */
final class SegmentValidator {
  /** The squared length of a stored vector may differ from 1 by this much. */
  private static final float UNIT_TOLERANCE = 0.01f;

  private final LeafReader reader;
  private final String name;
  private final int dimension;
  private final IndexProblems problems;

  SegmentValidator(LeafReaderContext leaf, IndexManifest manifest, IndexProblems problems) {
    this.reader = leaf.reader();
    this.name = "segment " + leaf.ord;
    this.dimension = manifest.model().map(IndexManifest.Model::dimension).orElse(0);
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
        boolean agrees =
            ids.advanceExact(doc)
                && ids.lookupOrd(ids.ordValue()).utf8ToString().equals(passage.documentId())
                && codes.advanceExact(doc)
                && codes
                    .lookupOrd(codes.ordValue())
                    .utf8ToString()
                    .equals(passage.language().code())
                && ordinals.advanceExact(doc)
                && ordinals.longValue() == passage.ordinal();
        if (!agrees) {
          problems.add(name + ": the fields of passage " + doc + " do not agree");
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
              + " dimensions, the model of the index has "
              + dimension);
      return;
    }
    KnnVectorValues.DocIndexIterator place = values.iterator();
    while (place.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      float[] vector = values.vectorValue(place.index());
      if (!(Math.abs(VectorUtil.dotProduct(vector, vector) - 1) <= UNIT_TOLERANCE)) {
        problems.add(name + ": the vector of passage " + place.docID() + " is not of unit length");
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
      boolean good = dimension > 0 && stored.length % size == 0;
      for (int at = 0; good && at < stored.length; at += size) {
        float scale = (float) BitUtil.VH_LE_FLOAT.get(stored.bytes, stored.offset + at);
        good = scale >= 0 && scale <= 1;
      }
      if (!good) {
        problems.add(
            name + ": the sentence vectors of passage " + sentences.docID() + " are damaged");
      }
    }
  }
}
