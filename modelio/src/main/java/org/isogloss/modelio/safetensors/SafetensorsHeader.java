// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.file.RandomAccessBytes;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The header of one Safetensors file: eight bytes with its length, then JSON with the type, shape
 * and byte range of every tensor. The header is untrusted: every range is checked before a byte is
 * read.
 *
 * @param tensors in the order of their bytes
 * @param offsets offset of each tensor from the beginning of the file
 */
record SafetensorsHeader(
    Map<String, TensorInfo> tensors, Map<String, Long> offsets, Map<String, String> metadata) {
  /** The limit of the reference implementation. */
  static final long MAX_HEADER_BYTES = 100_000_000;

  static final String METADATA = "__metadata__";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private record Span(TensorInfo tensor, long begin, long end) {}

  static SafetensorsHeader read(Path file, RandomAccessBytes bytes) {
    if (bytes.size() < Long.BYTES) {
      throw new ModelFormatException(
          file,
          "is "
              + bytes.size()
              + " bytes long, too short for a Safetensors file: get a complete copy");
    }
    long length = bytes.slice(0, Long.BYTES).getLong();
    if (length < 2 || length > MAX_HEADER_BYTES) {
      throw new ModelFormatException(
          file,
          "announces a header of "
              + Long.toUnsignedString(length)
              + " bytes, expected 2 to "
              + MAX_HEADER_BYTES
              + ": is this a Safetensors file?");
    }
    if (length > bytes.size() - Long.BYTES) {
      throw new ModelFormatException(
          file,
          "announces a header of "
              + length
              + " bytes but is only "
              + bytes.size()
              + " bytes long: get a complete copy");
    }
    ByteBuffer json = bytes.slice(Long.BYTES, (int) length);
    byte[] text = new byte[(int) length];
    json.get(text);
    return new Parser(file).parse(text, Long.BYTES + length, bytes.size());
  }

  /** Reads the JSON of one header. */
  private static final class Parser {
    private final Path file;
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private final List<Span> spans = new ArrayList<>();

    Parser(Path file) {
      this.file = file;
    }

    SafetensorsHeader parse(byte[] text, long dataStart, long fileSize) {
      try (JsonParser json = JSON.createParser(text)) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
          throw error("the header is not a JSON object");
        }
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          if (name.equals(METADATA)) {
            readMetadata(json);
          } else {
            spans.add(readTensor(json, name));
          }
        }
        if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
          throw error("the header continues after its closing brace");
        }
      } catch (JsonProcessingException e) {
        throw new ModelFormatException(
            file, "the header is not valid JSON: " + e.getOriginalMessage(), e);
      } catch (IOException e) {
        throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
      }
      return header(dataStart, fileSize - dataStart);
    }

    private void readMetadata(JsonParser json) throws IOException {
      expect(json.nextToken() == JsonToken.START_OBJECT, METADATA, "is not an object");
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        expect(json.nextToken() == JsonToken.VALUE_STRING, METADATA + "." + key, "is not a string");
        metadata.put(key, json.getText());
      }
    }

    private Span readTensor(JsonParser json, String name) throws IOException {
      expect(json.nextToken() == JsonToken.START_OBJECT, name, "is not described by an object");
      Optional<DataType> type = Optional.empty();
      Optional<List<Long>> shape = Optional.empty();
      Optional<List<Long>> offsets = Optional.empty();
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        switch (key) {
          case "dtype" -> type = Optional.of(readType(json, name));
          case "shape" -> shape = Optional.of(readNumbers(json, name, key));
          case "data_offsets" -> offsets = Optional.of(readNumbers(json, name, key));
          default -> throw error(tensor(name) + "has the unknown key \"" + key + "\"");
        }
      }
      expect(type.isPresent(), name, "has no dtype");
      expect(shape.isPresent(), name, "has no shape");
      expect(offsets.isPresent(), name, "has no data_offsets");
      expect(
          offsets.get().size() == 2,
          name,
          "has data_offsets " + offsets.get() + ", expected [begin, end]");
      try {
        TensorInfo info = new TensorInfo(name, type.get(), shape.get());
        return new Span(info, offsets.get().get(0), offsets.get().get(1));
      } catch (ArithmeticException e) {
        throw new ModelFormatException(
            file, tensor(name) + "has shape " + shape.get() + ", more than can be addressed", e);
      }
    }

    private DataType readType(JsonParser json, String name) throws IOException {
      expect(
          json.currentToken() == JsonToken.VALUE_STRING, name, "has a dtype that is not a string");
      String found = json.getText();
      List<String> known = Arrays.stream(DataType.values()).map(Enum::name).toList();
      if (!known.contains(found)) {
        String nearest =
            NameSuggestions.nearest(found, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw error(
            tensor(name) + "has dtype \"" + found + "\", expected one of " + known + nearest);
      }
      return DataType.valueOf(found);
    }

    private List<Long> readNumbers(JsonParser json, String name, String key) throws IOException {
      expect(
          json.currentToken() == JsonToken.START_ARRAY,
          name,
          "has a " + key + " that is not an array");
      List<Long> numbers = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        boolean nonNegative =
            json.currentToken() == JsonToken.VALUE_NUMBER_INT
                && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && json.getLongValue() >= 0;
        expect(
            nonNegative, name, "has " + json.getText() + " in its " + key + ", expected 0 or more");
        numbers.add(json.getLongValue());
      }
      return numbers;
    }

    private SafetensorsHeader header(long dataStart, long dataBytes) {
      spans.sort(Comparator.comparingLong(Span::begin).thenComparingLong(Span::end));
      Map<String, TensorInfo> tensors = new LinkedHashMap<>();
      Map<String, Long> offsets = new LinkedHashMap<>();
      long end = 0;
      String previous = "";
      for (Span tensorSpan : spans) {
        String name = tensorSpan.tensor.name();
        String range = "[" + tensorSpan.begin + ", " + tensorSpan.end + ")";
        expect(
            tensorSpan.begin <= tensorSpan.end && tensorSpan.end <= dataBytes,
            name,
            "is at "
                + range
                + ", but the file contains "
                + dataBytes
                + " bytes: get a complete copy");
        expect(
            tensorSpan.end - tensorSpan.begin == tensorSpan.tensor.byteSize(),
            name,
            "is at "
                + range
                + ", but "
                + tensorSpan.tensor.describe()
                + " takes "
                + tensorSpan.tensor.byteSize()
                + " bytes");
        expect(
            tensorSpan.begin >= end,
            name,
            "is at " + range + ", which overlaps tensor \"" + previous + "\"");
        expect(
            tensorSpan.begin == end,
            name,
            "is at "
                + range
                + ", after "
                + (tensorSpan.begin - end)
                + " bytes that belong to no tensor");
        end = tensorSpan.end;
        previous = name;
        tensors.put(name, tensorSpan.tensor);
        offsets.put(name, dataStart + tensorSpan.begin);
      }
      if (end != dataBytes) {
        throw error((dataBytes - end) + " bytes follow the last tensor");
      }
      return new SafetensorsHeader(tensors, offsets, metadata);
    }

    private void expect(boolean valid, String name, String problem) {
      if (!valid) {
        throw error(tensor(name) + problem);
      }
    }

    private static String tensor(String name) {
      return "tensor \"" + name + "\" ";
    }

    private ModelFormatException error(String problem) {
      return new ModelFormatException(file, problem);
    }
  }
}
