// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.lucene.util.BytesRef;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.isogloss.core.Document;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.search.index.EncodedPassage;

/** A Parquet file of encoded passages, one row for each; {@link PassageRows} reads it. */
final class PassageFile implements AutoCloseable {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message passage {
            required binary document (STRING);
            required int32 passage;
            required binary language (STRING);
            required binary title (STRING);
            required binary text (STRING);
            required int32 start;
            required int32 end;
            optional group vector (LIST) {
              repeated group list {
                required float element;
              }
            }
            optional binary sentence_vectors;
            optional binary token_vectors;
            optional binary metadata (STRING);
            required binary source (STRING);
            required int64 block;
            required int64 record;
          }
          """);

  /**
   * A row.
   *
   * @param document the document of the passage
   * @param passage the passage
   * @param position where the document is in the input
   */
  private record Entry(Document document, EncodedPassage passage, RecordPosition position) {}

  private final ParquetWriter<Entry> writer;

  private PassageFile(ParquetWriter<Entry> writer) {
    this.writer = writer;
  }

  /** Creates a file. */
  static PassageFile create(Path path, Configuration configuration) throws IOException {
    return new PassageFile(
        new Builder(HadoopOutputFile.fromPath(path, configuration))
            .withConf(configuration)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .build());
  }

  /** Appends a passage. */
  void write(Document document, EncodedPassage passage, RecordPosition position)
      throws IOException {
    writer.write(new Entry(document, passage, position));
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Builder extends ParquetWriter.Builder<Entry, Builder> {
    Builder(OutputFile file) {
      super(file);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // Abstract in Parquet.
    protected WriteSupport<Entry> getWriteSupport(Configuration configuration) {
      return new EntrySupport();
    }
  }

  private static final class EntrySupport extends WriteSupport<Entry> {
    private RecordConsumer consumer;

    @Override
    @SuppressWarnings("deprecation") // Abstract in Parquet.
    public WriteContext init(Configuration configuration) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Entry entry) {
      Passage passage = entry.passage().passage();
      consumer.startMessage();
      string("document", passage.documentId());
      integer("passage", passage.ordinal());
      string("language", passage.language().tag());
      string("title", passage.title());
      string("text", passage.text());
      integer("start", passage.start());
      integer("end", passage.end());
      entry.passage().vector().ifPresent(this::vector);
      bytes("sentence_vectors", entry.passage().sentenceVectors());
      bytes("token_vectors", entry.passage().tokenVectors());
      if (!entry.document().metadata().isEmpty()) {
        string("metadata", MetadataJson.write(entry.document().metadata()).toString());
      }
      string("source", entry.position().source());
      number("block", entry.position().block());
      number("record", entry.position().record());
      consumer.endMessage();
    }

    private void string(String field, String value) {
      field(field, () -> consumer.addBinary(Binary.fromConstantByteArray(value.getBytes(UTF_8))));
    }

    private void integer(String field, int value) {
      field(field, () -> consumer.addInteger(value));
    }

    private void number(String field, long value) {
      field(field, () -> consumer.addLong(value));
    }

    private void bytes(String field, Optional<BytesRef> value) {
      value.ifPresent(
          bytes ->
              field(
                  field,
                  () ->
                      consumer.addBinary(
                          Binary.fromConstantByteArray(bytes.bytes, bytes.offset, bytes.length))));
    }

    private void vector(float[] vector) {
      field(
          "vector",
          () -> {
            consumer.startGroup();
            consumer.startField("list", 0);
            for (float component : vector) {
              consumer.startGroup();
              consumer.startField("element", 0);
              consumer.addFloat(component);
              consumer.endField("element", 0);
              consumer.endGroup();
            }
            consumer.endField("list", 0);
            consumer.endGroup();
          });
    }

    private void field(String name, Runnable value) {
      int index = SCHEMA.getFieldIndex(name);
      consumer.startField(name, index);
      value.run();
      consumer.endField(name, index);
    }
  }
}
