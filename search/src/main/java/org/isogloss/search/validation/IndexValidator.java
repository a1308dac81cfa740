// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NoLockFactory;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexProblems;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.LinksFile;
import org.isogloss.search.lucene.LuceneCounts;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.rules.SearchRules;

/**
 * Verifies a whole index: Lucene's checksums and structures, and the consistency of manifest,
 * passages, vectors, means, checkpoint and tables. A check reads every byte of the index, and takes
 * about as long as reading the files.
 */
public final class IndexValidator {
  /**
   * The result of a check.
   *
   * @param segments number of Lucene segments
   * @param documents number of documents; 0 if the index could not be read
   * @param passages number of passages; 0 if the index could not be read
   * @param tables number of translation tables
   * @param problems descriptions of the problems; empty if the index is valid
   */
  public record Report(
      int segments, long documents, long passages, int tables, List<String> problems) {
    public Report {
      problems = List.copyOf(problems);
    }

    /** Whether no problems were found. */
    public boolean isValid() {
      return problems.isEmpty();
    }
  }

  private static final String COMPOUND = ".cfs";

  private final Path folder;
  private final IndexProblems problems = new IndexProblems();
  private int segments;
  private long documents;
  private long passages;
  private int tables;

  private IndexValidator(Path folder) {
    this.folder = folder;
  }

  /**
   * Checks an index. The index is locked against writers during the check.
   *
   * @throws IsoglossException if there is no index, its manifest cannot be read, or another process
   *     is writing the index
   */
  public static Report validate(Path folder) {
    IndexManifest manifest = IndexManifestJson.readWithAnyCustomAnalyzers(folder);
    IndexValidator check = new IndexValidator(folder);
    try (Directory directory = FSDirectory.open(IndexFolder.lucene(folder));
        Lock lock = lock(directory)) {
      if (!DirectoryReader.indexExists(directory)) {
        throw new IsoglossException(
            folder + ": the index has no commit; index the collection again");
      }
      check.lucene(directory);
      if (check.problems.isEmpty()) {
        check.contents(directory, manifest);
      }
      check.tables();
      check.find("the links of documents cannot be read", LinksFile::find);
      check.find("the probabilities cannot be read", IndexProbability::find);
      check.find("the rules of queries cannot be read", SearchRules::find);
      lock.ensureValid();
      if (check.problems.isEmpty() && Files.isWritable(folder)) {
        Files.deleteIfExists(folder.resolve(IndexFolder.WRITING_MARKER));
      }
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
    return new Report(
        check.segments, check.documents, check.passages, check.tables, check.problems.list());
  }

  /** Locks the index against writers; a read-only index needs no lock. */
  private static Lock lock(Directory directory) throws IOException {
    try {
      return directory.obtainLock(IndexWriter.WRITE_LOCK_NAME);
    } catch (LockObtainFailedException e) {
      throw e;
    } catch (IOException e) {
      return unlocked(directory);
    }
  }

  private static Lock unlocked(Directory directory) throws IOException {
    return NoLockFactory.INSTANCE.obtainLock(directory, IndexWriter.WRITE_LOCK_NAME);
  }

  private void lucene(Directory directory) {
    try (CheckIndex check = new CheckIndex(directory, unlocked(directory))) {
      check.setLevel(CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS);
      CheckIndex.Status status = check.checkIndex();
      segments = status.numSegments;
      status.segmentInfos.forEach(this::segment);
      if (!status.clean && problems.isEmpty()) {
        problems.add("the list of segments is damaged");
      }
      if (problems.isEmpty()) {
        compoundFiles(directory);
      }
    } catch (IOException | RuntimeException e) {
      problems.add("Lucene cannot check its files", e);
    }
  }

  /**
   * Verifies the checksums of whole files, because Lucene checks only their parts without the
   * padding.
   */
  private static void compoundFiles(Directory directory) throws IOException {
    for (String file : SegmentInfos.readLatestCommit(directory).files(true)) {
      if (file.endsWith(COMPOUND)) {
        try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
          CodecUtil.checksumEntireFile(in);
        }
      }
    }
  }

  private void segment(CheckIndex.Status.SegmentInfoStatus status) {
    Stream.of(
            status.error,
            status.liveDocStatus == null ? null : status.liveDocStatus.error,
            status.fieldInfoStatus == null ? null : status.fieldInfoStatus.error,
            status.fieldNormStatus == null ? null : status.fieldNormStatus.error,
            status.termIndexStatus == null ? null : status.termIndexStatus.error,
            status.storedFieldStatus == null ? null : status.storedFieldStatus.error,
            status.docValuesStatus == null ? null : status.docValuesStatus.error,
            status.pointsStatus == null ? null : status.pointsStatus.error,
            status.vectorValuesStatus == null ? null : status.vectorValuesStatus.error)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(error -> problems.add("segment " + status.name, error));
  }

  private void contents(Directory directory, IndexManifest manifest) {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      LuceneCounts counts = new LuceneCounts(folder, reader);
      documents = counts.documents();
      passages = counts.passages();
      CommitValidator commit = new CommitValidator(manifest, problems);
      commit.validateUserData(reader.getIndexCommit().getUserData());
      for (LeafReaderContext leaf : reader.leaves()) {
        new SegmentValidator(leaf, manifest, problems).validate();
        commit.means(leaf);
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the last commit cannot be read", e);
    }
  }

  private void tables() {
    try {
      tables = IndexTranslationTables.validate(folder, problems);
    } catch (RuntimeException e) {
      problems.add("the translation tables cannot be read", e);
    }
  }

  private void find(String problem, Consumer<Path> reader) {
    try {
      reader.accept(folder);
    } catch (RuntimeException e) {
      problems.add(problem, e);
    }
  }
}
