// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.OutputFile;
import org.isogloss.modelio.protobuf.ProtobufMessage;

/**
 * Writes ONNX files. Tensors are written as they are computed and are never all in memory. Field
 * numbers are those of {@code onnx.proto}.
 */
public final class GraphWriter {
  /** Suffix of the file name for the external data file, which holds the larger tensors. */
  public static final String DATA_SUFFIX = "_data";

  /**
   * The producer name in a graph; together with the version it determines how readers treat the
   * graph.
   */
  static final String PRODUCER = "isogloss";

  /**
   * Version of the written graphs. Version 2 has a separate zero point for each int8 matrix; graphs
   * of version 1 do not record a version.
   */
  public static final int VERSION = 2;

  private static final int IR_VERSION = 10;
  private static final int OPSET_VERSION = 21;
  private static final int GRAPH = 7;
  private static final int INITIALIZER = 5;
  private static final int RAW_DATA = 9;

  /** Tensors begin at multiples of a page, so that they can be mapped into memory. */
  private static final int PAGE_BYTES = 4096;

  private static final long MAX_FILE_BYTES = Integer.MAX_VALUE - PAGE_BYTES;

  /** A tensor within the graph: its header, and its elements if they are in the same file. */
  private record Entry(ProtobufMessage header, Initializer tensor, boolean embedded) {
    static Entry inside(Initializer tensor) {
      return new Entry(describe(tensor).beginField(RAW_DATA, tensor.bytes()), tensor, true);
    }

    static Entry external(Initializer tensor, Path dataFile, long offset) {
      ProtobufMessage header = describe(tensor);
      externalData(header, "location", dataFile.getFileName().toString());
      externalData(header, "offset", String.valueOf(offset));
      externalData(header, "length", String.valueOf(tensor.bytes()));
      return new Entry(header.integer(14, 1), tensor, false);
    }

    private static ProtobufMessage describe(Initializer tensor) {
      ProtobufMessage header = new ProtobufMessage();
      for (long size : tensor.shape()) {
        header.integer(1, size);
      }
      return header.integer(2, tensor.type().code()).string(8, tensor.name());
    }

    private static void externalData(ProtobufMessage header, String key, String value) {
      header.message(13, new ProtobufMessage().string(1, key).string(2, value));
    }

    long size() {
      return header.size() + (embedded ? tensor.bytes() : 0);
    }
  }

  private final GraphBuilder graph;
  private final Path file;
  private final Path dataFile;

  public GraphWriter(GraphBuilder graph, Path file) {
    this.graph = graph;
    this.file = file;
    this.dataFile = file.resolveSibling(file.getFileName() + DATA_SUFFIX);
  }

  /**
   * Writes a single file. An external data file of an earlier graph with the same name is deleted,
   * because it is no longer used and would be treated as part of the model.
   */
  public void writeSingleFile() throws IOException {
    write(entries(graph.initializers()));
    Files.deleteIfExists(dataFile);
  }

  /**
   * Writes the graph and, next to it, the external data file with its larger tensors. Both replace
   * those of an earlier graph; if the process ends in between, there is no graph, rather than an
   * old one on new weights.
   */
  public void writeWithExternalData() throws IOException {
    List<Entry> entries = new ArrayList<>();
    List<Initializer> external = new ArrayList<>();
    long offset = 0;
    for (Initializer tensor : graph.initializers()) {
      if (tensor.bytes() < PAGE_BYTES) {
        entries.add(Entry.inside(tensor));
      } else {
        entries.add(Entry.external(tensor, dataFile, offset));
        external.add(tensor);
        offset += aligned(tensor.bytes());
      }
    }
    long size = requireSize(entries);
    try (OutputFile data = OutputFile.open(dataFile);
        OutputFile described = OutputFile.open(file)) {
      for (Initializer tensor : external) {
        writeElements(tensor, data.stream());
        data.stream().write(new byte[(int) (aligned(tensor.bytes()) - tensor.bytes())]);
      }
      writeTo(described.stream(), graph, entries, size);
      data.finish();
      described.finish();
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(file);
      }
      data.commit();
      described.commit();
    }
  }

  private static long aligned(long size) {
    return (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  private static ProtobufMessage model() {
    return new ProtobufMessage()
        .integer(1, IR_VERSION)
        .string(2, PRODUCER)
        .string(3, String.valueOf(VERSION))
        .message(8, new ProtobufMessage().string(1, "").integer(2, OPSET_VERSION))
        .message(8, new ProtobufMessage().string(1, GraphBuilder.CONTRIB_DOMAIN).integer(2, 1));
  }

  /** Returns the number of bytes that {@link #append} writes. */
  public static long appendixSize(List<Initializer> tensors) {
    return ProtobufMessage.fieldSize(GRAPH, size(entries(tensors)));
  }

  /**
   * Appends tensors to the bytes of a graph. Protocol Buffers merges several messages of one field,
   * so the tensors become part of the graph.
   */
  public static void append(List<Initializer> tensors, OutputStream out) throws IOException {
    List<Entry> entries = entries(tensors);
    new ProtobufMessage().beginField(GRAPH, size(entries)).writeTo(out);
    writeTo(out, entries);
  }

  /**
   * Returns bytes that, {@linkplain #append like tensors}, can be appended to a graph, which then
   * has another output.
   *
   * @param name the name of the output
   * @param from the value of the graph that it has
   * @param shape sizes, or names for dimensions that vary between runs
   */
  public static byte[] outputAppendix(String name, String from, String... shape) {
    GraphBuilder addition = new GraphBuilder(name);
    addition.output(name, from, shape);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new ProtobufMessage().message(GRAPH, addition.graph()).writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static List<Entry> entries(List<Initializer> tensors) {
    return tensors.stream().map(Entry::inside).toList();
  }

  /** Returns a small graph as bytes, to be run without writing a file. */
  public static byte[] toBytes(GraphBuilder graph) {
    List<Entry> entries = entries(graph.initializers());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writeTo(out, graph, entries, size(graph, entries));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static long size(GraphBuilder graph, List<Entry> entries) {
    return graph.graph().size() + size(entries);
  }

  private static long size(List<Entry> entries) {
    long size = 0;
    for (Entry entry : entries) {
      size += ProtobufMessage.fieldSize(INITIALIZER, entry.size());
    }
    return size;
  }

  private void write(List<Entry> entries) {
    long size = requireSize(entries);
    AtomicFile.write(file, out -> writeTo(out, graph, entries, size));
  }

  private long requireSize(List<Entry> entries) {
    long size = size(graph, entries);
    if (size > MAX_FILE_BYTES) {
      throw new IsoglossException(
          file
              + ": would be larger than 2 GiB, the limit of an ONNX file; write the weights to a"
              + " separate file");
    }
    return size;
  }

  private static void writeTo(OutputStream out, GraphBuilder graph, List<Entry> entries, long size)
      throws IOException {
    model().beginField(GRAPH, size).writeTo(out);
    graph.graph().writeTo(out);
    writeTo(out, entries);
  }

  private static void writeTo(OutputStream out, List<Entry> entries) throws IOException {
    for (Entry entry : entries) {
      new ProtobufMessage().beginField(INITIALIZER, entry.size()).writeTo(out);
      entry.header.writeTo(out);
      if (entry.embedded) {
        writeElements(entry.tensor, out);
      }
    }
  }

  private static void writeElements(Initializer tensor, OutputStream out) throws IOException {
    CountingOutput counting = new CountingOutput(out);
    tensor.content().writeTo(counting);
    if (counting.written != tensor.bytes()) {
      throw new IllegalStateException(
          tensor.name()
              + " takes "
              + tensor.bytes()
              + " bytes, but "
              + counting.written
              + " were written");
    }
  }

  private static final class CountingOutput extends OutputStream {
    private final OutputStream out;
    private long written;

    CountingOutput(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      written++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      written += length;
    }
  }
}
