// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * A folder with an index that Lucene reads and writes.
 *
 * @param path the folder, which may be missing or empty
 */
public record FolderLocation(Path path) implements IndexLocation {
  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public String shortName() {
    return String.valueOf(place().getFileName());
  }

  @Override
  public Optional<Path> folder() {
    return Optional.of(path);
  }

  private Path place() {
    return path.toAbsolutePath().normalize();
  }

  /**
   * Reads the manifest.
   *
   * @return empty if the folder is missing, is empty, or contains only files of a first run that
   *     was killed before its first commit
   */
  @Override
  public Optional<IndexManifest> findManifest(LanguageAnalyzers analyzers) {
    if (IndexFolder.canCreateIndex(path)) {
      return Optional.empty();
    }
    IndexFolder.requireIndex(path);
    return Optional.of(manifest(analyzers));
  }

  @Override
  public IndexManifest manifest(LanguageAnalyzers analyzers) {
    return IndexManifest.read(path, analyzers);
  }

  @Override
  public OpenIndex open(LanguageAnalyzers analyzers) {
    return FolderIndex.open(path, analyzers);
  }

  @Override
  public IndexWriteSession openForWriting(
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements) {
    return LuceneWriteSession.open(path, analyzers, newManifest, requirements);
  }

  @Override
  public void setProbability(IndexProbability probability) {
    probability.write(path);
  }

  @Override
  public void copyCommit(Path target) {
    FolderSnapshot.copy(path, target);
  }

  @Override
  public SearchRules rules() {
    manifest();
    return SearchRules.find(path);
  }

  @Override
  public void setRules(SearchRules rules) {
    manifest();
    rules.write(path);
  }

  @Override
  public long sizeOnDisk() {
    return FolderTree.size(path);
  }

  /** Whether both paths denote the same folder. */
  @Override
  public boolean equals(Object other) {
    return other instanceof FolderLocation that && place().equals(that.place());
  }

  @Override
  public int hashCode() {
    return place().hashCode();
  }
}
