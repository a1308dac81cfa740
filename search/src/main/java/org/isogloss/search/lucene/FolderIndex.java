// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.FileStamp;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.LinksFile;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.OpenIndex;

/** The last commit of an index in a folder, with its translation tables. */
final class FolderIndex implements OpenIndex {
  private final Path folder;
  private final Stamps stamps;
  private final IndexManifest manifest;
  private final IndexTranslationTables tables;
  private final Optional<IndexProbability> probability;
  private final SearchRules rules;
  private final Optional<DocumentLinks> links;
  private final LuceneSnapshot snapshot;

  /**
   * File stamps that change when the index or its tables are replaced.
   *
   * @param manifest stamp of the manifest, which is written only once
   * @param probability stamp of the conversion of scores to probabilities
   * @param rules stamp of the rules of queries
   * @param links stamp of the links of documents
   * @param tables stamps of the translation tables
   */
  private record Stamps(
      FileStamp manifest,
      FileStamp probability,
      FileStamp rules,
      FileStamp links,
      List<FileStamp> tables) {
    static Stamps of(Path folder) {
      return new Stamps(
          FileStamp.of(folder.resolve(IndexManifest.FILE)),
          FileStamp.of(folder.resolve(IndexProbability.FILE)),
          FileStamp.of(folder.resolve(SearchRules.FILE)),
          FileStamp.of(folder.resolve(LinksFile.NAME)),
          IndexTranslationTables.stamps(folder));
    }

    boolean equalsExceptLinks(Stamps other) {
      return manifest.equals(other.manifest)
          && probability.equals(other.probability)
          && rules.equals(other.rules)
          && tables.equals(other.tables);
    }
  }

  private FolderIndex(
      Path folder,
      Stamps stamps,
      IndexManifest manifest,
      IndexTranslationTables tables,
      Optional<IndexProbability> probability,
      SearchRules rules,
      Optional<DocumentLinks> links,
      LuceneSnapshot snapshot) {
    this.folder = folder;
    this.stamps = stamps;
    this.manifest = manifest;
    this.tables = tables;
    this.probability = probability;
    this.rules = rules;
    this.links = links;
    this.snapshot = snapshot;
  }

  static FolderIndex open(Path folder, LanguageAnalyzers analyzers) {
    // Taken before anything is read, so that reopened() notices changes that happen in the
    // meantime.
    Stamps stamps = Stamps.of(folder);
    IndexManifest manifest = IndexManifest.read(folder, analyzers);
    IndexTranslationTables tables = IndexTranslationTables.open(folder);
    Optional<IndexProbability> probability = IndexProbability.find(folder);
    return new FolderIndex(
        folder,
        stamps,
        manifest,
        tables,
        probability,
        SearchRules.find(folder),
        LinksFile.find(folder),
        LuceneSnapshot.open(folder, analyzers));
  }

  @Override
  public IndexManifest manifest() {
    return manifest;
  }

  @Override
  public IndexTranslationTables tables() {
    return tables;
  }

  @Override
  public Optional<IndexProbability> probability() {
    return probability;
  }

  @Override
  public SearchRules rules() {
    return rules;
  }

  @Override
  public Optional<DocumentLinks> links() {
    return links;
  }

  @Override
  public IndexSnapshot snapshot() {
    return snapshot;
  }

  @Override
  public Optional<OpenIndex> reopened() {
    Stamps current = Stamps.of(folder);
    if (!current.manifest().equals(stamps.manifest())) {
      return Optional.of(open(folder, snapshot.analyzers()));
    }
    boolean sameTables = current.tables().equals(stamps.tables());
    IndexTranslationTables newTables = sameTables ? tables : IndexTranslationTables.open(folder);
    Optional<IndexProbability> newProbability = IndexProbability.find(folder);
    SearchRules newRules =
        current.rules().equals(stamps.rules()) ? rules : SearchRules.find(folder);
    Optional<DocumentLinks> newLinks =
        current.links().equals(stamps.links()) ? links : LinksFile.find(folder);
    Optional<LuceneSnapshot> newer = snapshot.reopened();
    return newer.isEmpty() && current.equals(stamps)
        ? Optional.empty()
        : Optional.of(
            new FolderIndex(
                folder,
                current,
                manifest,
                newTables,
                newProbability,
                newRules,
                newLinks,
                newer.orElseGet(snapshot::again)));
  }

  @Override
  public boolean differsOnlyInLinks(OpenIndex other) {
    return other instanceof FolderIndex folderIndex
        && snapshot.version() == folderIndex.snapshot.version()
        && stamps.equalsExceptLinks(folderIndex.stamps);
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
