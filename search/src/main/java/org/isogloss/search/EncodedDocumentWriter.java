// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.List;
import java.util.Map;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * Writes a new index from passages that were encoded before, on other machines. A document replaces
 * the document with the same id. The index exists once {@link #commit} has returned.
 *
 * <p>This class is not thread-safe.
 */
public final class EncodedDocumentWriter implements AutoCloseable {
  /** The number of the only run of the new index. */
  private static final long RUN = 1;

  private final IndexLocation location;
  private final IndexWriteSession session;
  private final TermProjection projection;
  private FieldTypes types;
  private long documents;

  private EncodedDocumentWriter(
      IndexLocation location,
      IndexWriteSession session,
      TermProjection projection,
      FieldTypes types) {
    this.location = location;
    this.session = session;
    this.projection = projection;
    this.types = types;
  }

  /**
   * Creates an index.
   *
   * @param location where there is no index yet
   * @param manifest describes how the passages were made; without projected languages, whose
   *     translation tables must be in the index before its passages
   * @param fieldTypes declared types of fields; the type of another field is that of its first
   *     value
   * @throws IsoglossException if there is an index, or it cannot be written
   */
  public static EncodedDocumentWriter create(
      IndexLocation location, IndexManifest manifest, Map<String, FieldType> fieldTypes) {
    if (!manifest.projectedLanguages().isEmpty()) {
      throw new IsoglossException(
          location.name()
              + ": the passages are for an index that projects frequencies to "
              + String.join(", ", manifest.projectedLanguages())
              + ", which must be indexed from documents; use a manifest without projections");
    }
    LanguageAnalyzers analyzers = LanguageAnalyzers.shipped().withRules(manifest.rules());
    IndexWriteSession session = location.openForWriting(analyzers, manifest, accepted -> {});
    try {
      if (session.hasCommit()) {
        throw new IsoglossException(
            location.name() + ": contains an index; choose another place for the new one");
      }
      return new EncodedDocumentWriter(
          location,
          session,
          TermProjection.of(
              location.name(), session::tables, manifest.projectedLanguages(), analyzers),
          FieldTypes.NONE.declared(fieldTypes));
    } catch (IsoglossException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Adds a document, or replaces the document with the same id.
   *
   * @param document the document; only its id and its metadata are read
   * @param passages its passages, at least one, in order
   * @throws IsoglossException if a vector does not have the dimension of the index, a field does
   *     not have its type, or the index cannot be written
   */
  public void add(Document document, List<EncodedPassage> passages) {
    for (EncodedPassage passage : passages) {
      passage
          .vector()
          .ifPresent(
              vector -> session.manifest().requireVector(location.name(), document.id(), vector));
    }
    types = types.withFieldsOf(document);
    session.replace(passages, types.conform(document), types, projection, RUN);
    documents++;
  }

  /** Commits the documents, and waits until segments are merged. */
  public void commit() {
    IndexingCheckpoint.Step step =
        new IndexingCheckpoint.Step(
            SourceIdentity.unique().value(), documents, /* leftOut= */ 0, RUN, true);
    session.commit(IndexingCheckpoint.EMPTY.withStep(0, step), types);
    session.awaitMerges();
  }

  /** Releases the index. Closing twice has no effect. */
  @Override
  public void close() {
    session.close();
  }
}
