package org.isogloss.search.index;

import static org.apache.lucene.index.VectorSimilarityFunction.DOT_PRODUCT;

import java.util.ArrayList;
import java.util.List;
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
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.vector.SentenceVectorCodec;

/**
 * How a passage lies in Lucene: one Lucene document each.
 *
 * <ul>
 *   <li>{@value #ID}: the id of its document, indexed, stored, as doc values
 *   <li>{@value #PASSAGE}: its ordinal in its document, stored, as doc values
 *   <li>{@value #START}, {@value #END}: its offsets in its document, stored
 *   <li>{@value #LANGUAGE}: its language's code, indexed, as doc values; {@value #TAG}: its
 *       language's tag, stored; {@value #SCRIPT}: its language's script, as doc values, missing in
 *       indexes of earlier versions
 *   <li>{@value #TITLE}, {@value #TEXT}: stored
 *   <li>{@code text_de} and so on, for its own language only: title and text, analysed
 *   <li>{@code projected_en_de} and so on, for passages in German where the index projects to
 *       English: the frequencies of English terms, in 256ths
 *   <li>{@code vector_de} and so on, for its own language only: of unit length, compared by dot
 *       product; missing where the encoder knows nothing of the text. Every language has a graph of
 *       its own
 *   <li>{@value #SENTENCES}: {@link SentenceVectorCodec}, as doc values, where the index has them
 *       and the passage more than one sentence
 *   <li>{@value #RUN}: on the first passage of a document, the number of the indexing run that
 *       wrote it
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
  static final String RUN = "run";

  private static final String TEXT_PREFIX = "text_";
  private static final String VECTOR_PREFIX = "vector_";
  private static final String PROJECTED_PREFIX = "projected_";

  /** What a projected frequency of 1 in Lucene stands for. */
  public static final double PROJECTION_UNIT = 1.0 / 256;

  static final FieldType ANALYSED_TYPE = analysed();

  private PassageFields() {}

  private static FieldType analysed() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }

  /** The analysed field of a language, of which {@code code} is the code. */
  public static String textField(String code) {
    return TEXT_PREFIX + code;
  }

  /** The field of the frequencies of one language's terms in passages of another. */
  public static String projectedField(String queryCode, String passageCode) {
    return PROJECTED_PREFIX + queryCode + "_" + passageCode;
  }

  public static boolean isProjectedField(String field) {
    return field.startsWith(PROJECTED_PREFIX);
  }

  /** The code of the language whose field {@link #textField} this is. */
  static String languageOfText(String textField) {
    return textField.substring(TEXT_PREFIX.length());
  }

  /** The field of the vectors of a language, of which {@code code} is the code. */
  public static String vectorField(String code) {
    return VECTOR_PREFIX + code;
  }

  /** The code of the language whose field {@link #vectorField} this is. */
  public static String languageOfVector(String vectorField) {
    return vectorField.substring(VECTOR_PREFIX.length());
  }

  public static Term idTerm(String documentId) {
    return new Term(ID, documentId);
  }

  /**
   * A document's passages.
   *
   * @param run the number of the indexing run
   */
  public static List<Document> toDocuments(
      List<EncodedPassage> passages, TermProjection projection, long run) {
    List<Document> documents = new ArrayList<>(passages.size());
    for (EncodedPassage passage : passages) {
      Document document = toDocument(passage.passage());
      String vectorField = vectorField(passage.passage().language().code());
      passage
          .vector()
          .map(vector -> new KnnFloatVectorField(vectorField, vector, DOT_PRODUCT))
          .ifPresent(document::add);
      passage
          .sentenceVectors()
          .map(sentences -> new BinaryDocValuesField(SENTENCES, sentences))
          .ifPresent(document::add);
      projection.fields(passage.passage()).forEach(document::add);
      if (documents.isEmpty()) {
        document.add(new LongField(RUN, run, Field.Store.NO));
      }
      documents.add(document);
    }
    return documents;
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
    document.add(
        new Field(textField(passage.language().code()), passage.titledText(), ANALYSED_TYPE));
    return document;
  }

  /** The passage that a Lucene document holds. */
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

  /** Analyses each of the fields {@link #textField} as its language asks. */
  public static Analyzer analyzer(LanguageAnalyzers analyzers) {
    return new DelegatingAnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
      @Override
      protected Analyzer getWrappedAnalyzer(String field) {
        return analyzers.forLanguage(languageOfText(field));
      }
    };
  }
}
