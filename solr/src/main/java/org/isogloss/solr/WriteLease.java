// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.storage.IndexLockedException;
import org.isogloss.search.storage.IndexUnavailableException;

/**
 * The lease that allows one session at a time to write an index: a document of the collection that
 * is renewed every {@value #RENEWAL_SECONDS} seconds. If its holder is killed, the lease can be
 * acquired again after {@value #SECONDS} seconds. The clocks of machines that write must agree
 * within a few seconds.
 */
final class WriteLease implements AutoCloseable {
  private static final String DOCUMENT_ID = "isogloss lease";
  private static final int SECONDS = 30;
  private static final int RENEWAL_SECONDS = 8;

  /** In Solr, the version of a document that must not exist. */
  private static final long ABSENT = -1;

  private final SolrCollection collection;
  private final String holder = UUID.randomUUID().toString();
  private final ScheduledExecutorService renewal =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("isogloss-solr-lease").factory());
  private volatile long expires;
  private volatile boolean lost;

  private WriteLease(SolrCollection collection) {
    this.collection = collection;
  }

  /**
   * Acquires the lease.
   *
   * @throws IndexLockedException if another session holds it
   */
  static WriteLease acquire(SolrCollection collection) {
    WriteLease lease = new WriteLease(collection);
    try {
      lease.acquire();
      return lease;
    } catch (RuntimeException e) {
      lease.renewal.shutdownNow();
      throw e;
    }
  }

  private void acquire() {
    Optional<SolrDocument> held = find();
    long remaining =
        held.map(found -> Long.parseLong(content(found).split(" ")[1])).orElse(0L)
            - System.currentTimeMillis();
    if (remaining > 0) {
      throw occupied(remaining);
    }
    if (!write(held.map(WriteLease::version).orElse(ABSENT))) {
      throw occupied(TimeUnit.SECONDS.toMillis(SECONDS));
    }
    var unused =
        renewal.scheduleWithFixedDelay(
            this::renew, RENEWAL_SECONDS, RENEWAL_SECONDS, TimeUnit.SECONDS);
  }

  private Optional<SolrDocument> find() {
    return Optional.ofNullable(collection.call(client -> client.getById(DOCUMENT_ID)));
  }

  private static String content(SolrDocument lease) {
    return (String) lease.getFieldValue(SolrFields.CONTENT);
  }

  private static long version(SolrDocument lease) {
    return (Long) lease.getFieldValue(SolrFields.VERSION);
  }

  private boolean isOwn(SolrDocument lease) {
    return content(lease).startsWith(holder + " ");
  }

  private IndexLockedException occupied(long remainingMillis) {
    return new IndexLockedException(
        collection.name()
            + ": another process is writing this index; wait until it ends, or "
            + (remainingMillis / 1000 + 1)
            + " seconds if it was killed");
  }

  /**
   * Writes the lease in place of a version of it.
   *
   * @return false if another session has written it
   */
  private boolean write(long version) {
    long until = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(SECONDS);
    SolrInputDocument document = new SolrInputDocument();
    document.setField(SolrFields.ID, DOCUMENT_ID);
    document.setField(SolrFields.CONTENT, holder + " " + until);
    document.setField(SolrFields.VERSION, version);
    try {
      collection.update(new UpdateRequest().add(document));
    } catch (SolrCollection.ConflictException e) {
      // The request may have been repeated because its first answer was lost.
      if (find().filter(this::isOwn).isEmpty()) {
        return false;
      }
    }
    // Only now, because other sessions rely on the stored lease.
    expires = until;
    return true;
  }

  private void renew() {
    try {
      Optional<SolrDocument> own = find().filter(this::isOwn);
      lost |= own.isEmpty() || !write(version(own.get()));
    } catch (RuntimeException e) {
      // Solr is unavailable; the next renewal may succeed in time.
      lost |= System.currentTimeMillis() > expires;
    }
  }

  /**
   * Checks that no other session has acquired the lease.
   *
   * @throws IndexUnavailableException if the lease could not be renewed in time
   */
  void require() {
    if (!isHeld()) {
      throw new IndexUnavailableException(
          collection.name()
              + ": the right to write this index was lost, because Solr was away for too long; run"
              + " the command again, which continues at the last commit");
    }
  }

  /** Whether this session still holds the lease. */
  boolean isHeld() {
    return !lost && System.currentTimeMillis() <= expires;
  }

  /** Ends the renewal; the lease then expires. */
  void stop() {
    renewal.shutdown();
    try {
      renewal.awaitTermination(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Releases the lease. */
  @Override
  public void close() {
    stop();
    try {
      Optional<SolrDocument> own = find().filter(this::isOwn);
      if (own.isPresent()) {
        collection.update(new UpdateRequest().deleteById(DOCUMENT_ID, version(own.get())));
      }
    } catch (IsoglossException | SolrCollection.ConflictException e) {
      // The lease expires by itself, or another session holds it.
      lost = true;
    }
  }
}
