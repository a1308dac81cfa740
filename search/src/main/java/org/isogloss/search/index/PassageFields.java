// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import static org.apache.lucene.index.VectorSimilarityFunction.DOT_PRODUCT;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.SparseVector;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.ProjectedTermStream;

/**
 * The Lucene fields of passages. Each passage is one Lucene document.
 *
 * <ul>
 *   <li>{@value #ID}: id of the document, indexed, stored, doc values
 *   <li>{@value #PASSAGE}: ordinal of the passage in the document, stored, doc values
 *   <li>{@value #START}, {@value #END}: offsets of the passage in the document, stored
 *   <li>{@value #LANGUAGE}: language code, indexed, doc values; {@value #TAG}: language tag,
 *       stored; {@value #SCRIPT}: script of the language, doc values, missing in indexes of earlier
 *       versions
 *   <li>{@value #TITLE}, {@value #TEXT}: stored
 *   <li>{@code text_de} etc., only for the language of the passage: title and text, analysed, with
 *       positions except in indexes of earlier versions
 *   <li>{@code title_de} etc., only for the language of the passage and if there is a title: the
 *       title, analysed
 *   <li>{@code projected_en_de} etc., for passages in German if the index projects to English:
 *       frequencies of English terms, in units of 1/256; {@code projected_de_de}: frequencies of
 *       the further forms of its words
 *   <li>{@value #SPARSE}: weights of the terms of a sparse model, see {@link SparseTerms}, if the
 *       index stores them
 *   <li>{@code vector_de} etc., only for the language of the passage: vector of unit length,
 *       compared by dot product; missing if the encoder returned a zero vector. Each language has
 *       its own HNSW graph
 *   <li>{@value #SENTENCES}: sentence vectors in the format of {@code SentenceVectorCodec}, doc
 *       values, if the index stores them and the passage has more than one sentence
 *   <li>{@value #TOKEN_VECTORS}: token vectors in the format of the scorer that the manifest names,
 *       doc values, if the index stores them
 *   <li>{@value MetadataFields#STORED}, {@code metadata:category} etc.: see {@link MetadataFields}
 *   <li>{@value #RUN}: number of the indexing run that wrote the document, only on its first
 *       passage
 * </ul>
 */
public final class PassageFields {
  public static final String ID = "id";
  public static final String PASSAGE = "passage";
  static final String START = "start";
  static final String END = "end";
  public static final String LANGUAGE = "language";
  public static final String TAG = "tag";
  public static final String SCRIPT = "script";
  static final String TITLE = "title";
  static final String TEXT = "text";
  public static final String SENTENCES = "sentences";
  public static final String TOKEN_VECTORS = "token_vectors";
  public static final String RUN = "run";

  private static final String TEXT_PREFIX = "text_";
  private static final String TITLE_PREFIX = "title_";
  private static final String VECTOR_PREFIX = "vector_";
  private static final String PROJECTED_PREFIX = "projected_";

  /** The field of the weights of terms by a sparse model, for passages in all languages. */
  public static final String SPARSE = PROJECTED_PREFIX + "sparse";

  /** The projected frequency that a term frequency of 1 in Lucene represents. */
  public static final double PROJECTION_UNIT = 1.0 / 256;

  static final FieldType ANALYSED_TYPE = analysed(IndexOptions.DOCS_AND_FREQS);

  private static final FieldType POSITIONED_TYPE =
      analysed(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);

  private PassageFields() {}

  private static FieldType analysed(IndexOptions options) {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(options);
    type.freeze();
    return type;
  }

  /** The analysed field of the language with a code. */
  public static String textField(String code) {
    return TEXT_PREFIX + code;
  }

  public static boolean isTextField(String field) {
    return field.startsWith(TEXT_PREFIX);
  }

  /** The inverse of {@link #textField}. */
  public static String languageOfText(String field) {
    return field.substring(TEXT_PREFIX.length());
  }

  /**
   * The field of the projected frequencies of terms in a query language, for passages in another
   * language; for passages in the same language, of the further forms of their words.
   */
  public static String projectedField(String queryCode, String passageCode) {
    return PROJECTED_PREFIX + queryCode + "_" + passageCode;
  }

  public static boolean isProjectedField(String field) {
    return field.startsWith(PROJECTED_PREFIX);
  }

  /** The analysed field of the titles of the language with a code. */
  public static String titleField(String code) {
    return TITLE_PREFIX + code;
  }

  /** The inverse of {@link #textField} and {@link #titleField}. */
  static String languageOfAnalysed(String field) {
    String prefix = field.startsWith(TITLE_PREFIX) ? TITLE_PREFIX : TEXT_PREFIX;
    return field.substring(prefix.length());
  }

  /** The vector field of the language with a code. */
  public static String vectorField(String code) {
    return VECTOR_PREFIX + code;
  }

  /** The inverse of {@link #vectorField}. */
  public static String languageOfVector(String vectorField) {
    return vectorField.substring(VECTOR_PREFIX.length());
  }

  public static Term idTerm(String documentId) {
    return new Term(ID, documentId);
  }

  /**
   * Converts the passages of a document to Lucene documents.
   *
   * @param passages the passages of the document, in order
   * @param metadata other fields of the document, which conform to the types
   * @param types types of these fields
   * @param projection computes the projected fields
   * @param positions whether the index has the positions of words
   * @param run number of the indexing run
   */
  public static List<Document> toDocuments(
      List<EncodedPassage> passages,
      Metadata metadata,
      FieldTypes types,
      TermProjection projection,
      boolean positions,
      long run) {
    List<Document> documents = new ArrayList<>(passages.size());
    for (EncodedPassage passage : passages) {
      AnalysedTextField text = analysedText(passage.passage(), positions);
      Document document = toDocument(passage.passage());
      document.add(text);
      String vectorField = vectorField(passage.passage().language().code());
      passage
          .vector()
          .map(vector -> new KnnFloatVectorField(vectorField, vector, DOT_PRODUCT))
          .ifPresent(document::add);
      passage
          .sentenceVectors()
          .map(sentences -> new BinaryDocValuesField(SENTENCES, sentences))
          .ifPresent(document::add);
      passage
          .tokenVectors()
          .map(tokens -> new BinaryDocValuesField(TOKEN_VECTORS, tokens))
          .ifPresent(document::add);
      passage.sparseVector().map(PassageFields::sparse).ifPresent(document::add);
      // After the text, whose terms Lucene counts first.
      projection.fields(passage.passage(), text::termCount).forEach(document::add);
      MetadataFields.addIndexed(document, metadata, types);
      if (documents.isEmpty()) {
        MetadataFields.addStored(document, metadata);
        document.add(new LongField(RUN, run, Field.Store.NO));
      }
      documents.add(document);
    }
    return documents;
  }

  private static Field sparse(SparseVector vector) {
    return new Field(
        SPARSE, new ProjectedTermStream(SparseTerms.frequencies(vector), () -> 1), ANALYSED_TYPE);
  }

  private static AnalysedTextField analysedText(Passage passage, boolean positions) {
    return new AnalysedTextField(
        textField(passage.language().code()),
        passage.titledText(),
        positions ? POSITIONED_TYPE : ANALYSED_TYPE);
  }

  private static Document toDocument(Passage passage) {
    Document document = new Document();
    document.add(new StringField(ID, passage.documentId(), Field.Store.YES));
    document.add(new SortedDocValuesField(ID, new BytesRef(passage.documentId())));
    document.add(new StoredField(PASSAGE, passage.ordinal()));
    document.add(new NumericDocValuesField(PASSAGE, passage.ordinal()));
    document.add(new StoredField(START, passage.start()));
    document.add(new StoredField(END, passage.end()));
    document.add(new StringField(LANGUAGE, passage.language().code(), Field.Store.NO));
    document.add(new SortedDocValuesField(LANGUAGE, new BytesRef(passage.language().code())));
    document.add(new StoredField(TAG, passage.language().tag()));
    document.add(new SortedDocValuesField(SCRIPT, new BytesRef(passage.language().script())));
    document.add(new StoredField(TITLE, passage.title()));
    document.add(new StoredField(TEXT, passage.text()));
    if (!passage.title().isBlank()) {
      document.add(
          new Field(titleField(passage.language().code()), passage.title(), ANALYSED_TYPE));
    }
    return document;
  }

  /** Converts a stored Lucene document to a passage. */
  public static Passage toPassage(Document stored) {
    return new Passage(
        stored.get(ID),
        stored.getField(PASSAGE).numericValue().intValue(),
        Language.of(stored.get(TAG)),
        stored.get(TITLE),
        stored.get(TEXT),
        stored.getField(START).numericValue().intValue(),
        stored.getField(END).numericValue().intValue());
  }

  /**
   * Returns an analyzer that delegates each {@link #textField} and {@link #titleField} to the
   * analyzer of its language.
   *
   * @param analyzers called when a text is analysed
   */
  public static Analyzer analyzer(Supplier<LanguageAnalyzers> analyzers) {
    return new DelegatingAnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
      @Override
      protected Analyzer getWrappedAnalyzer(String field) {
        return analyzers.get().forLanguage(languageOfAnalysed(field));
      }
    };
  }
}
