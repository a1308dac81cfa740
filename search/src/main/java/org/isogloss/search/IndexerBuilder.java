// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.util.Version;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * Options for writing an index. An option that is not set has the value with which the index was
 * created, or its default for a new index.
 */
public final class IndexerBuilder {
  final IndexLocation location;
  Optional<Encoder> encoder = Optional.empty();
  private Optional<IndexManifest.Model> model = Optional.empty();
  Optional<TokenVectorScorer> tokenVectors = Optional.empty();
  Optional<SparseEncoder> sparse = Optional.empty();
  private String sparseName = "";
  private String tokenVectorModelName = "";
  private Optional<PassageSplitter> passages = Optional.empty();
  private Optional<VectorOptions> vectors = Optional.empty();
  private Optional<SortedSet<String>> projectedLanguages = Optional.empty();
  Map<String, FieldType> fieldTypes = Map.of();
  LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();
  int threads = Runtime.getRuntime().availableProcessors();
  Duration commitEvery = Duration.ofSeconds(30);
  boolean mergesInBackground;
  boolean links = true;

  IndexerBuilder(IndexLocation location) {
    this.location = requireNonNull(location, "location is null");
  }

  /**
   * Stores a vector of every passage. Without an encoder, the index is purely lexical.
   *
   * @param name name of the model, which the manifest records
   * @param encoder the encoder; stays open when the indexer is closed
   */
  public IndexerBuilder encoder(String name, Encoder encoder) {
    this.model = Optional.of(IndexManifest.Model.of(name, encoder));
    this.encoder = Optional.of(encoder);
    return this;
  }

  /**
   * Stores the vectors that come with the documents ({@link Indexer#indexEmbedded}), computed by a
   * model that Isogloss does not run. Replaces the encoder.
   *
   * @param model the model, {@link IndexManifest.Model#external}
   */
  public IndexerBuilder model(IndexManifest.Model model) {
    this.model = Optional.of(model);
    this.encoder = Optional.empty();
    return this;
  }

  /**
   * Stores the token vectors of every passage, so that the scorer can re-rank passages without
   * encoding them. If it {@linkplain TokenVectorScorer#sharesPoolingWith shares its pooling with}
   * the encoder, one pass over a passage yields both vectors. An existing index must already store
   * its token vectors.
   *
   * @param name name of the scorer's model, which the manifest records
   * @param scorer the scorer; stays open when the indexer is closed
   */
  public IndexerBuilder tokenVectors(String name, TokenVectorScorer scorer) {
    this.tokenVectorModelName = requireNonNull(name, "name is null");
    this.tokenVectors = Optional.of(scorer);
    return this;
  }

  /**
   * Sets how documents are split into passages. The default is the setting of the index, or {@link
   * Indexer#DEFAULT_PASSAGES} for a new index.
   */
  public IndexerBuilder passages(PassageSplitter passages) {
    this.passages = Optional.of(passages);
    return this;
  }

  /**
   * Sets which vectors are stored. The default is the setting of the index, or {@link
   * Indexer#defaultVectors} for a new index.
   */
  public IndexerBuilder vectors(VectorOptions vectors) {
    this.vectors = Optional.of(vectors);
    return this;
  }

  /**
   * Sets the query languages to which term frequencies are projected when passages are written, so
   * that {@code psq} looks up one term per query word. The default is the setting of the index, or
   * no language for a new index. The translation tables must be added before the passages.
   */
  public IndexerBuilder projectedLanguages(Collection<Language> languages) {
    SortedSet<String> codes = new TreeSet<>();
    languages.forEach(language -> codes.add(language.code()));
    this.projectedLanguages = Optional.of(codes);
    return this;
  }

  /**
   * Stores the weights of the terms of passages by a sparse model, for the retriever {@code
   * sparse}.
   *
   * @param name name of the model, by which searches find it
   * @param encoder the model; stays open when the indexer is closed
   */
  public IndexerBuilder sparse(String name, SparseEncoder encoder) {
    this.sparseName = requireNonNull(name, "name is null");
    this.sparse = Optional.of(encoder);
    return this;
  }

  /**
   * Declares the types of fields of {@linkplain Document#metadata documents}; the type of another
   * field is that of its first value. A string that is a date of ISO 8601, with a day, makes the
   * field a date.
   *
   * @param types types by name of the field
   */
  public IndexerBuilder fieldTypes(Map<String, FieldType> types) {
    this.fieldTypes = Map.copyOf(types);
    return this;
  }

  /**
   * Sets the analyzers of the documents. The default is {@link LanguageAnalyzers#shipped}. An index
   * must always be written and searched with the analyzers with which it was created.
   */
  public IndexerBuilder analyzers(LanguageAnalyzers analyzers) {
    this.analyzers = requireNonNull(analyzers, "analyzers is null");
    return this;
  }

  /**
   * Sets the number of threads that analyse, encode and write. The default is the number of
   * available processors. One thread also merges, unless this is done {@linkplain
   * #mergesInBackground in the background}: every run then produces the same index, provided that
   * no commit happens during the run ({@link #commitEvery}).
   */
  public IndexerBuilder threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.threads = threads;
    return this;
  }

  /**
   * Sets the time between commits, which bounds the work lost if the process is killed. The default
   * is 30 seconds.
   */
  public IndexerBuilder commitEvery(Duration commitEvery) {
    this.commitEvery = requireNonNull(commitEvery, "commitEvery is null");
    return this;
  }

  /**
   * Returns from a call as soon as its changes are committed, while Lucene merges segments in the
   * background; closing the indexer abandons unfinished merges. By default a call waits for them,
   * because fewer segments are faster to search.
   */
  public IndexerBuilder mergesInBackground() {
    this.mergesInBackground = true;
    return this;
  }

  /**
   * Does not look for translations and copies of the documents, which takes time that grows with
   * the square of the number of passages in several languages. By default they are found after each
   * call, or after its commit in the background if {@link #mergesInBackground merges} are done
   * there. A later indexer without this option finds what was left out.
   */
  public IndexerBuilder withoutLinks() {
    this.links = false;
    return this;
  }

  /**
   * Returns the manifest that a new index has with these options.
   *
   * @throws IsoglossException if vectors are to be stored, but there is no model, or by late
   *     chunking, but the encoder cannot do so
   */
  public IndexManifest newManifest() {
    if (model.isEmpty() && vectors.isPresent() && !vectors.get().equals(VectorOptions.PLAIN)) {
      throw new IsoglossException(
          location.name()
              + ": to be "
              + IndexRequirements.describe(vectors.get())
              + " an index needs a model, found none; specify one");
    }
    if (chunksLate()) {
      encoder
          .orElseThrow(
              () ->
                  new IsoglossException(
                      location.name()
                          + ": late chunking needs an encoder, found only vectors that were computed"
                          + " elsewhere; index without late chunking"))
          .spans();
    }
    return new IndexManifest(
        Version.LATEST.toString(),
        model,
        passages.orElse(Indexer.DEFAULT_PASSAGES),
        vectors.orElseGet(
            () ->
                encoder
                    .map(given -> Indexer.defaultVectors(given, tokenVectors.isPresent()))
                    .orElse(VectorOptions.PLAIN)),
        tokenVectors.map(this::tokenVectorModel),
        projectedLanguages.orElseGet(TreeSet::new),
        analyzers.rules(),
        // Indexes without rules are those of versions that stored no positions.
        /* positions= */ analyzers.rules() != TextRules.NONE,
        IndexManifestJson.names(analyzers),
        sparse.map(encoding -> new IndexManifest.SparseModel(sparseName, encoding.fingerprint())));
  }

  /**
   * Opens the index for writing, or creates it.
   *
   * @throws IsoglossException if the folder contains other files, or an index that was created with
   *     another model, other passages or another version, or if another process is writing the
   *     index
   */
  public Indexer open() {
    IndexWriteSession store =
        location.openForWriting(
            analyzers,
            newManifest(),
            new IndexRequirements(
                location.name(),
                model,
                passages,
                vectors,
                tokenVectors,
                sparse,
                projectedLanguages));
    try {
      return new Indexer(this, store);
    } catch (IllegalArgumentException e) {
      store.close();
      throw new IsoglossException(
          location.name()
              + ": the index is damaged ("
              + e.getMessage()
              + "); index the collection again into another folder",
          e);
    } catch (IsoglossException e) {
      store.close();
      throw e;
    }
  }

  private boolean chunksLate() {
    return vectors.filter(VectorOptions::lateChunking).isPresent();
  }

  private IndexManifest.TokenVectorModel tokenVectorModel(TokenVectorScorer scorer) {
    // An existing index keeps its manifest.
    boolean pooled =
        location.findManifest(analyzers).isEmpty()
            && !chunksLate()
            && encoder.filter(scorer::sharesPoolingWith).isPresent();
    return new IndexManifest.TokenVectorModel(
        tokenVectorModelName, scorer.fingerprint(), scorer.bytesPerToken(), pooled);
  }
}
