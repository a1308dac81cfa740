// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.SmallFloat;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.SparseTerms;
import org.isogloss.search.index.TermProjection;
import org.isogloss.text.normalization.TextNormalizer;

/** Conversion of passages to documents of Solr and back. */
final class SolrPassages {
  private final LanguageAnalyzers analyzers;

  SolrPassages(LanguageAnalyzers analyzers) {
    this.analyzers = analyzers;
  }

  /**
   * Converts the passages of a document to a block.
   *
   * @param passages the passages, in order, one or more
   * @param metadata other fields of the document, which conform to the types
   * @param types types of these fields
   * @param projection computes the projected fields
   * @param run number of the indexing run
   */
  SolrInputDocument toBlock(
      List<EncodedPassage> passages,
      Metadata metadata,
      FieldTypes types,
      TermProjection projection,
      long run) {
    List<SolrInputDocument> documents = new ArrayList<>(passages.size());
    for (EncodedPassage passage : passages) {
      SolrInputDocument document = toDocument(passage);
      projection
          .terms(passage.passage())
          .forEach(
              (queryCode, terms) ->
                  document.setField(
                      PassageFields.projectedField(queryCode, passage.passage().language().code()),
                      projected(terms)));
      passage
          .sparseVector()
          .map(SparseTerms::frequencies)
          .filter(terms -> !terms.isEmpty())
          .ifPresent(terms -> document.setField(PassageFields.SPARSE, projected(terms)));
      addMetadata(document, metadata, types);
      documents.add(document);
    }
    SolrInputDocument root = documents.getFirst();
    root.setField(SolrFields.RUN, run);
    if (!metadata.isEmpty()) {
      root.setField(SolrFields.METADATA, MetadataJson.write(metadata).toString());
    }
    if (documents.size() > 1) {
      root.addChildDocuments(documents.subList(1, documents.size()));
    }
    return root;
  }

  private SolrInputDocument toDocument(EncodedPassage encoded) {
    Passage passage = encoded.passage();
    String code = passage.language().code();
    SolrInputDocument document = new SolrInputDocument();
    document.setField(SolrFields.ID, SolrFields.id(passage.documentId(), passage.ordinal()));
    document.setField(SolrFields.DOCUMENT, passage.documentId());
    document.setField(SolrFields.PASSAGE, passage.ordinal());
    document.setField(SolrFields.START, passage.start());
    document.setField(SolrFields.END, passage.end());
    document.setField(SolrFields.LANGUAGE, code);
    document.setField(SolrFields.TAG, passage.language().tag());
    document.setField(SolrFields.SCRIPT, passage.language().script());
    document.setField(SolrFields.TITLE, passage.title());
    document.setField(SolrFields.TEXT, passage.text());
    document.setField(PassageFields.textField(code), normalized(code, passage.titledText()));
    TermCount terms = count(code, passage.titledText());
    document.setField(SolrFields.TERMS, terms.terms());
    document.setField(
        SolrFields.LENGTH, SmallFloat.byte4ToInt(SmallFloat.intToByte4(terms.positions())));
    if (!passage.title().isBlank()) {
      document.setField(PassageFields.titleField(code), normalized(code, passage.title()));
      document.setField(SolrFields.TITLE_TERMS, count(code, passage.title()).terms());
    }
    encoded.vector().ifPresent(vector -> document.setField(SolrFields.VECTOR, floats(vector)));
    encoded
        .sentenceVectors()
        .ifPresent(bytes -> document.setField(SolrFields.SENTENCES, bytes(bytes)));
    encoded
        .tokenVectors()
        .ifPresent(bytes -> document.setField(SolrFields.TOKEN_VECTORS, bytes(bytes)));
    return document;
  }

  /**
   * Number of terms of a text.
   *
   * @param terms all terms
   * @param positions terms at a position of their own
   */
  private record TermCount(int terms, int positions) {}

  private TermCount count(String code, String text) {
    int terms = 0;
    int positions = 0;
    try (TokenStream stream = analyzers.forLanguage(code).tokenStream("", text)) {
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms++;
        positions += increment.getPositionIncrement() > 0 ? 1 : 0;
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TermCount(terms, positions);
  }

  /** Solr has the analyzers, but not the normalisation before them. */
  private String normalized(String code, String text) {
    return switch (analyzers.rules()) {
      case NONE -> text;
      case NORMALIZED -> TextNormalizer.of(code).normalize(text).text();
    };
  }

  private static List<Float> floats(float[] vector) {
    List<Float> floats = new ArrayList<>(vector.length);
    for (float value : vector) {
      floats.add(value);
    }
    return floats;
  }

  private static byte[] bytes(BytesRef ref) {
    return Arrays.copyOfRange(ref.bytes, ref.offset, ref.offset + ref.length);
  }

  private static String projected(SortedMap<String, Integer> units) {
    return units.entrySet().stream()
        .map(term -> term.getKey() + SolrFields.FREQUENCY_SEPARATOR + term.getValue())
        .collect(joining(String.valueOf(SolrFields.TERM_SEPARATOR)));
  }

  private static void addMetadata(SolrInputDocument document, Metadata metadata, FieldTypes types) {
    metadata
        .fields()
        .forEach(
            (name, value) -> {
              FieldType type = types.find(name).orElseThrow();
              String field = SolrFields.metadataField(name, type);
              for (MetadataValue element : new LinkedHashSet<>(value.elements())) {
                indexed(element, type).ifPresent(indexed -> document.addField(field, indexed));
              }
            });
  }

  /** Returns the indexed form of a value; empty for a string that is stored only. */
  private static Optional<Object> indexed(MetadataValue value, FieldType type) {
    String text = value.toString();
    return switch (type) {
      case STRING, BOOLEAN ->
          text.length() <= MetadataFields.MAX_INDEXED ? Optional.of(text) : Optional.empty();
      case NUMBER -> Optional.of(Double.parseDouble(text));
      case DATE -> Optional.of(DatePeriod.parse(text).orElseThrow().start());
    };
  }

  /** Returns the hit of a passage. */
  static Hit hit(SolrDocument document, double score) {
    return new Hit(
        (String) document.getFieldValue(SolrFields.DOCUMENT),
        integer(document, SolrFields.PASSAGE),
        score);
  }

  private static int integer(SolrDocument document, String field) {
    return ((Number) document.getFieldValue(field)).intValue();
  }

  static Passage toPassage(SolrDocument document) {
    return new Passage(
        (String) document.getFieldValue(SolrFields.DOCUMENT),
        integer(document, SolrFields.PASSAGE),
        Language.of((String) document.getFieldValue(SolrFields.TAG)),
        string(document, SolrFields.TITLE),
        string(document, SolrFields.TEXT),
        integer(document, SolrFields.START),
        integer(document, SolrFields.END));
  }

  /** Returns a stored string; Solr does not return empty ones. */
  private static String string(SolrDocument document, String field) {
    return document.getFieldValue(field) instanceof String text ? text : "";
  }

  /** Returns the vector of a passage; empty if it has none. */
  static Optional<float[]> vector(SolrDocument document) {
    if (!(document.getFieldValue(SolrFields.VECTOR) instanceof List<?> values)) {
      return Optional.empty();
    }
    float[] vector = new float[values.size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = ((Number) values.get(i)).floatValue();
    }
    return Optional.of(vector);
  }

  /** Returns the sentence vectors of a passage; empty if it has none. */
  static Optional<BytesRef> sentences(SolrDocument document) {
    return document.getFieldValue(SolrFields.SENTENCES) instanceof byte[] bytes
        ? Optional.of(new BytesRef(bytes))
        : Optional.empty();
  }

  static Metadata metadata(SolrDocument document) {
    if (!(document.getFieldValue(SolrFields.METADATA) instanceof String json)) {
      return Metadata.EMPTY;
    }
    try {
      return MetadataJson.parse(json);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IsoglossException(
          "the metadata of " + document.getFieldValue(SolrFields.ID) + " is damaged", e);
    }
  }
}
