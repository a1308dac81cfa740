// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Language;
import org.isogloss.core.TokenVectors;
import org.isogloss.search.index.PassageFields;

/**
 * Reads vectors of many passages at once, by Lucene document number. The values of a segment are
 * opened once and visited in their order, because opening them costs more than reading one.
 */
final class StoredVectors {
  /** The document number of a passage that the index does not contain. */
  static final int ABSENT = -1;

  private final IndexReader reader;

  StoredVectors(IndexReader reader) {
    this.reader = reader;
  }

  /** The values of one segment, which are read in the order of its documents. */
  @FunctionalInterface
  private interface SegmentValues<T> {
    Optional<T> of(int doc) throws IOException;
  }

  @FunctionalInterface
  private interface SegmentOpener<T> {
    SegmentValues<T> open(LeafReaderContext segment) throws IOException;
  }

  /** Returns the vectors of passages, in the order of {@code docs}. */
  List<Optional<float[]>> ofPassages(int[] docs) throws IOException {
    return read(docs, StoredVectors::passages);
  }

  /** Returns the vectors of the sentences of passages, in the order of {@code docs}. */
  List<Optional<BytesRef>> ofSentences(int[] docs) throws IOException {
    return read(docs, StoredVectors::sentences);
  }

  /** Returns the vectors of the tokens of passages, in the order of {@code docs}. */
  List<Optional<TokenVectors>> ofTokens(int[] docs) throws IOException {
    return read(docs, StoredVectors::tokens);
  }

  private <T> List<Optional<T>> read(int[] docs, SegmentOpener<T> opener) throws IOException {
    List<Optional<T>> found = new ArrayList<>(Collections.nCopies(docs.length, Optional.empty()));
    int[] byDoc =
        IntStream.range(0, docs.length)
            .filter(i -> docs[i] != ABSENT)
            .mapToLong(i -> ((long) docs[i] << Integer.SIZE) | i)
            .sorted()
            .mapToInt(key -> (int) key)
            .toArray();
    LeafReaderContext segment = null;
    SegmentValues<T> values = null;
    int previous = -1;
    for (int i : byDoc) {
      if (previous >= 0 && docs[i] == docs[previous]) {
        found.set(i, found.get(previous));
        continue;
      }
      if (segment == null || docs[i] >= segment.docBase + segment.reader().maxDoc()) {
        segment = reader.leaves().get(ReaderUtil.subIndex(docs[i], reader.leaves()));
        values = opener.open(segment);
      }
      found.set(i, values.of(docs[i] - segment.docBase));
      previous = i;
    }
    return found;
  }

  private static SegmentValues<float[]> passages(LeafReaderContext segment) throws IOException {
    SegmentValues<String> codes = codes(segment);
    Map<String, Optional<Iteration>> byLanguage = new HashMap<>();
    return doc -> {
      Optional<String> code = codes.of(doc);
      if (code.isEmpty()) {
        return Optional.empty();
      }
      Optional<Iteration> vectors = byLanguage.get(code.get());
      if (vectors == null) {
        vectors = Iteration.of(segment, code.get());
        byLanguage.put(code.get(), vectors);
      }
      return vectors.isPresent() ? vectors.get().at(doc) : Optional.empty();
    };
  }

  /** The vectors of the passages of a segment in one language. */
  private record Iteration(FloatVectorValues values, KnnVectorValues.DocIndexIterator iterator) {
    static Optional<Iteration> of(LeafReaderContext segment, String code) throws IOException {
      FloatVectorValues values =
          segment.reader().getFloatVectorValues(PassageFields.vectorField(code));
      return values == null
          ? Optional.empty()
          : Optional.of(new Iteration(values, values.iterator()));
    }

    Optional<float[]> at(int doc) throws IOException {
      int next = iterator.docID() < doc ? iterator.advance(doc) : iterator.docID();
      return next == doc
          ? Optional.of(values.vectorValue(iterator.index()).clone())
          : Optional.empty();
    }
  }

  private static SegmentValues<BytesRef> sentences(LeafReaderContext segment) throws IOException {
    BinaryDocValues values = DocValues.getBinary(segment.reader(), PassageFields.SENTENCES);
    return doc ->
        values.advanceExact(doc)
            ? Optional.of(BytesRef.deepCopyOf(values.binaryValue()))
            : Optional.empty();
  }

  private static SegmentValues<TokenVectors> tokens(LeafReaderContext segment) throws IOException {
    BinaryDocValues values = DocValues.getBinary(segment.reader(), PassageFields.TOKEN_VECTORS);
    SegmentValues<String> codes = codes(segment);
    return doc -> {
      Optional<String> code = codes.of(doc);
      return code.isPresent() && values.advanceExact(doc)
          ? Optional.of(
              new TokenVectors(
                  Language.of(code.get()),
                  ArrayUtil.copyOfSubArray(
                      values.binaryValue().bytes,
                      values.binaryValue().offset,
                      values.binaryValue().offset + values.binaryValue().length)))
          : Optional.empty();
    };
  }

  private static SegmentValues<String> codes(LeafReaderContext segment) throws IOException {
    SortedDocValues codes = DocValues.getSorted(segment.reader(), PassageFields.LANGUAGE);
    return doc ->
        codes.advanceExact(doc)
            ? Optional.of(codes.lookupOrd(codes.ordValue()).utf8ToString())
            : Optional.empty();
  }
}
