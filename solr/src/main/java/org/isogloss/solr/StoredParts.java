// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;

/**
 * Data that belongs to an index, in documents of the collection with a part of it each.
 *
 * @param name what the data is; its documents have the ids {@code NAME REVISION PART}
 */
record StoredParts(SolrCollection collection, String name) {
  private static final String BYTES = "content_bytes";
  private static final int PART_BYTES = 1 << 20;

  private String id(String revision, int part) {
    return name + " " + revision + " " + part;
  }

  /**
   * Stores data.
   *
   * @return its revision
   */
  String write(InputStream in) throws IOException {
    String revision = UUID.randomUUID().toString();
    int part = 0;
    for (byte[] bytes = in.readNBytes(PART_BYTES);
        bytes.length > 0;
        bytes = in.readNBytes(PART_BYTES)) {
      SolrInputDocument document = new SolrInputDocument();
      document.setField(SolrFields.ID, id(revision, part++));
      document.setField(BYTES, bytes);
      collection.update(new UpdateRequest().add(document));
    }
    return revision;
  }

  /** Stores data, like {@link #write(InputStream)}. */
  String write(byte[] bytes) {
    try {
      return write(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot happen: bytes in memory", e);
    }
  }

  /** Deletes data that has been replaced. */
  void delete(String revision) {
    UpdateRequest deletion = new UpdateRequest();
    for (int part = 0; find(revision, part).isPresent(); part++) {
      deletion.deleteById(id(revision, part));
    }
    collection.update(deletion);
  }

  private Optional<SolrDocument> find(String revision, int part) {
    return Optional.ofNullable(collection.call(client -> client.getById(id(revision, part))));
  }

  /** Copies data to a stream. */
  void copy(String revision, OutputStream out) throws IOException {
    int part = 0;
    Optional<SolrDocument> found = find(revision, 0);
    while (found.isPresent()) {
      out.write((byte[]) found.get().getFieldValue(BYTES));
      found = find(revision, ++part);
    }
  }

  byte[] read(String revision) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      copy(revision, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot happen: bytes in memory", e);
    }
    return bytes.toByteArray();
  }
}
