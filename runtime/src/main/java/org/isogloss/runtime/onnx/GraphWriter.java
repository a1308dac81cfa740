package org.isogloss.runtime.onnx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;

/**
 * Writes ONNX files. The tensors go to the file as they are computed and are never all in memory.
 * The numbers of fields are those of {@code onnx.proto}.
 */
public final class GraphWriter {
  /** Behind a graph's name: the file that holds its larger tensors. */
  public static final String DATA_SUFFIX = "_data";

  /**
   * What a graph says of who wrote it; readers see from the version what it can be trusted with.
   */
  static final String PRODUCER = "isogloss";

  /**
   * Version 2 gives each matrix of bytes a zero point of its own; graphs of version 1 say no
   * version.
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

  /** A tensor within the graph: its header, and its numbers where they follow. */
  private record Entry(ProtobufMessage header, Initializer tensor, boolean numbersFollow) {
    static Entry inside(Initializer tensor) {
      return new Entry(describe(tensor).beginField(RAW_DATA, tensor.bytes()), tensor, true);
    }

    static Entry outside(Initializer tensor, Path dataFile, long offset) {
      ProtobufMessage header = describe(tensor);
      external(header, "location", dataFile.getFileName().toString());
      external(header, "offset", String.valueOf(offset));
      external(header, "length", String.valueOf(tensor.bytes()));
      return new Entry(header.integer(14, 1), tensor, false);
    }

    private static ProtobufMessage describe(Initializer tensor) {
      ProtobufMessage header = new ProtobufMessage();
      for (long size : tensor.shape()) {
        header.integer(1, size);
      }
      return header.integer(2, tensor.type().code()).string(8, tensor.name());
    }

    private static void external(ProtobufMessage header, String key, String value) {
      header.message(13, new ProtobufMessage().string(1, key).string(2, value));
    }

    long size() {
      return header.size() + (numbersFollow ? tensor.bytes() : 0);
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
   * Writes one file with everything in it. A file of tensors that an earlier graph of the same name
   * had goes: nothing reads it, and it would count as part of the model.
   */
  public void writeSingleFile() throws IOException {
    write(entries(graph.initializers()));
    Files.deleteIfExists(dataFile);
  }

  /** Writes the graph, and beside it the file of its larger tensors. */
  public void writeWithExternalData() {
    List<Entry> entries = new ArrayList<>();
    List<Initializer> outside = new ArrayList<>();
    long at = 0;
    for (Initializer tensor : graph.initializers()) {
      if (tensor.bytes() < PAGE_BYTES) {
        entries.add(Entry.inside(tensor));
      } else {
        entries.add(Entry.outside(tensor, dataFile, at));
        outside.add(tensor);
        at += aligned(tensor.bytes());
      }
    }
    AtomicFile.write(
        dataFile,
        out -> {
          for (Initializer tensor : outside) {
            writeNumbers(tensor, out);
            out.write(new byte[(int) (aligned(tensor.bytes()) - tensor.bytes())]);
          }
        });
    write(entries);
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

  /** What {@link #append} writes, in bytes. */
  public static long appendixSize(List<Initializer> tensors) {
    return ProtobufMessage.fieldSize(GRAPH, size(entries(tensors)));
  }

  /**
   * Writes tensors so that they belong to the graph whose bytes stand before them: messages of one
   * field are merged, and what is in the later one comes behind.
   */
  public static void append(List<Initializer> tensors, OutputStream out) throws IOException {
    List<Entry> entries = entries(tensors);
    new ProtobufMessage().beginField(GRAPH, size(entries)).writeTo(out);
    writeTo(out, entries);
  }

  private static List<Entry> entries(List<Initializer> tensors) {
    return tensors.stream().map(Entry::inside).toList();
  }

  /** A small graph with everything in it, to be run without being written anywhere. */
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
    long size = size(graph, entries);
    if (size > MAX_FILE_BYTES) {
      throw new IsoglossException(
          file
              + ": would be larger than the 2 GiB that an ONNX file may have; write the weights"
              + " into a file of their own");
    }
    AtomicFile.write(file, out -> writeTo(out, graph, entries, size));
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
      if (entry.numbersFollow) {
        writeNumbers(entry.tensor, out);
      }
    }
  }

  private static void writeNumbers(Initializer tensor, OutputStream out) throws IOException {
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
