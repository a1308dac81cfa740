// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Test;

class SegmentMergeSchedulerTest {
  /** A directory without space for merged segments, which fails once it is released. */
  private static final class FullDisk extends FilterDirectory {
    private final CountDownLatch released = new CountDownLatch(1);

    FullDisk() {
      super(new ByteBuffersDirectory());
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
      if (context.context() == IOContext.Context.MERGE) {
        try {
          released.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        throw new IOException("No space left on device");
      }
      return super.createOutput(name, context);
    }
  }

  @Test
  void reportsAFailedMergeOnlyToTheCaller() throws IOException {
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> uncaught.add(exception));
    var merges = new SegmentMergeScheduler();
    try (var directory = new FullDisk();
        var writer =
            new IndexWriter(directory, new IndexWriterConfig().setMergeScheduler(merges))) {
      for (int i = 0; i < 2; i++) {
        Document document = new Document();
        document.add(new StringField("id", "d" + i, Field.Store.NO));
        writer.addDocument(document);
        writer.flush();
      }
      writer.forceMerge(1, false);
      directory.released.countDown(); // A merge that failed earlier would fail forceMerge.
      merges.sync();
      assertThatThrownBy(writer::commit)
          .isInstanceOf(AlreadyClosedException.class)
          .hasRootCauseMessage("No space left on device");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(uncaught).isEmpty();
  }
}
