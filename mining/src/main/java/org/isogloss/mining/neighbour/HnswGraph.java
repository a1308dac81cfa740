// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.IsoglossException;

/**
 * An HNSW graph over vectors for approximate nearest-neighbour search (Malkov and Yashunin,
 * "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable Small
 * World graphs", 2018): a Lucene index in which document i contains vector i. This class is
 * thread-safe.
 */
final class HnswGraph implements AutoCloseable {
  private static final String FIELD = "vector";
  private static final String FINISHED = "finished";

  /** Key of the checksum of the vectors. */
  private static final String VECTORS = "vectors";

  /**
   * Number of vectors between commits; each such segment has its own graph until the final merge.
   */
  private static final int COMMIT_INTERVAL = 1 << 18;

  /** Prevents merges before the final one, so that documents keep their order. */
  private static final int NO_MERGE_FACTOR = 1 << 20;

  private static final double BUFFER_MIB = 1024;

  private final Path folder;
  private final Int8Vectors vectors;
  private final Directory directory;
  private final DirectoryReader reader;
  private final LeafReader leaf;

  private HnswGraph(Path folder, Int8Vectors vectors, Directory directory) throws IOException {
    this.folder = folder;
    this.vectors = vectors;
    this.directory = directory;
    reader = DirectoryReader.open(directory);
    try {
      requireVectors(reader);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
    leaf = reader.leaves().getFirst().reader();
  }

  /** Verifies the whole graph, because a search does not verify what it reads. */
  private void requireVectors(DirectoryReader graph) throws IOException {
    LeafReader segment = graph.leaves().size() == 1 ? graph.leaves().getFirst().reader() : null;
    if (segment == null
        || segment.maxDoc() != vectors.size()
        || segment.numDocs() != vectors.size()) {
      throw new IOException("it contains other vectors");
    }
    segment.checkIntegrity();
    ByteVectorValues values = segment.getByteVectorValues(FIELD);
    if (values == null
        || values.size() != vectors.size()
        || values.dimension() != vectors.dimension()) {
      throw new IOException("it contains other vectors");
    }
  }

  /**
   * Opens a graph after building it or completing an interrupted build.
   *
   * @param folder the folder of the graph
   * @param vectors one or more vectors
   * @param threads number of threads that merge
   * @param progress receives the number of vectors in the graph from time to time
   */
  static HnswGraph open(Path folder, Int8Vectors vectors, int threads, IntConsumer progress) {
    try {
      Directory directory = FSDirectory.open(folder);
      try {
        build(directory, vectors, threads, progress);
        return new HnswGraph(folder, vectors, directory);
      } catch (IOException | RuntimeException e) {
        directory.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  private static void build(
      Directory directory, Int8Vectors vectors, int threads, IntConsumer progress)
      throws IOException {
    String checksum = Long.toHexString(vectors.checksum());
    int next = 0;
    if (DirectoryReader.indexExists(directory)) {
      try (DirectoryReader existing = DirectoryReader.open(directory)) {
        Map<String, String> data = existing.getIndexCommit().getUserData();
        if (!checksum.equals(data.get(VECTORS))) {
          throw new IOException("it contains other vectors");
        }
        if (data.containsKey(FINISHED)) {
          return;
        }
        next = existing.maxDoc();
      }
    }
    LogDocMergePolicy mergePolicy = new LogDocMergePolicy();
    mergePolicy.setMergeFactor(NO_MERGE_FACTOR);
    ConcurrentMergeScheduler scheduler = new ConcurrentMergeScheduler();
    scheduler.setMaxMergesAndThreads(threads, threads);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergePolicy(mergePolicy)
            .setMergeScheduler(scheduler)
            .setUseCompoundFile(false)
            .setRAMBufferSizeMB(BUFFER_MIB)
            .setCommitOnClose(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Document document = new Document();
      for (int i = next; i < vectors.size(); i++) {
        document.clear();
        document.add(
            new KnnByteVectorField(FIELD, vectors.row(i), VectorSimilarityFunction.DOT_PRODUCT));
        writer.addDocument(document);
        if ((i + 1) % 1024 == 0) {
          progress.accept(i + 1);
        }
        if ((i + 1) % COMMIT_INTERVAL == 0) {
          writer.setLiveCommitData(Map.of(VECTORS, checksum).entrySet());
          writer.commit();
        }
      }
      writer.forceMerge(1);
      writer.setLiveCommitData(Map.of(VECTORS, checksum, FINISHED, "true").entrySet());
      writer.commit();
    }
  }

  private static IsoglossException failed(Path folder, Exception e) {
    return new IsoglossException(
        folder + ": is damaged: " + e.getMessage() + "; delete it to build the graph again", e);
  }

  /**
   * Offers the vectors that are nearest to a vector to its list.
   *
   * @param vector the query vector
   * @param candidates number of candidates of the search; more candidates increase the recall
   * @param lists the lists
   * @param list index of the list of the query vector
   */
  void searchNearest(byte[] vector, int candidates, TopKLists lists, int list) {
    try {
      AcceptDocs all = AcceptDocs.fromLiveDocs(null, leaf.maxDoc());
      ScoreDoc[] found =
          leaf.searchNearestVectors(FIELD, vector, candidates, all, Integer.MAX_VALUE).scoreDocs;
      for (ScoreDoc hit : found) {
        // Lucene's score is rounded; recomputed, the product equals that of the exact search.
        lists.offer(list, hit.doc, VectorUtil.dotProduct(vector, vectors.row(hit.doc)));
      }
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }

  @Override
  public void close() {
    try (directory) {
      reader.close();
    } catch (IOException e) {
      throw failed(folder, e);
    }
  }
}
