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
 * The header of one Safetensors file: eight bytes of length, then JSON that names every tensor's
 * type, shape and place. Nothing in it is trusted: every place is checked before a byte is read.
 *
 * @param tensors in the order of their bytes
 * @param offsets where each tensor begins, counted from the beginning of the file
 */
record SafetensorsHeader(
    Map<String, TensorInfo> tensors, Map<String, Long> offsets, Map<String, String> metadata) {
  /** The limit of the format's own implementation. */
  static final long MAX_HEADER_BYTES = 100_000_000;

  static final String METADATA = "__metadata__";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private record Place(TensorInfo tensor, long begin, long end) {}

  static SafetensorsHeader read(Path file, RandomAccessBytes bytes) {
    if (bytes.size() < Long.BYTES) {
      throw new ModelFormatException(
          file,
          "is " + bytes.size() + " bytes long, too short for a Safetensors file: get a whole copy");
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
              + " bytes long: get a whole copy");
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
    private final List<Place> places = new ArrayList<>();

    Parser(Path file) {
      this.file = file;
    }

    SafetensorsHeader parse(byte[] text, long dataStart, long fileSize) {
      try (JsonParser json = JSON.createParser(text)) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
          throw bad("the header is not a JSON object");
        }
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          if (name.equals(METADATA)) {
            readMetadata(json);
          } else {
            places.add(readTensor(json, name));
          }
        }
        if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
          throw bad("the header goes on behind its closing brace");
        }
      } catch (JsonProcessingException e) {
        throw new ModelFormatException(
            file, "the header is not valid JSON: " + e.getOriginalMessage(), e);
      } catch (IOException e) {
        throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
      }
      return placed(dataStart, fileSize - dataStart);
    }

    private void readMetadata(JsonParser json) throws IOException {
      expect(json.nextToken() == JsonToken.START_OBJECT, METADATA, "is not an object");
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        expect(json.nextToken() == JsonToken.VALUE_STRING, METADATA + "." + key, "is not a string");
        metadata.put(key, json.getText());
      }
    }

    private Place readTensor(JsonParser json, String name) throws IOException {
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
          default -> throw bad(tensor(name) + "has the unknown key \"" + key + "\"");
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
        return new Place(info, offsets.get().get(0), offsets.get().get(1));
      } catch (ArithmeticException e) {
        throw new ModelFormatException(
            file, tensor(name) + "has shape " + shape.get() + ", more than can be addressed", e);
      }
    }

    private DataType readType(JsonParser json, String name) throws IOException {
      expect(json.currentToken() == JsonToken.VALUE_STRING, name, "has a dtype that is no string");
      String found = json.getText();
      List<String> known = Arrays.stream(DataType.values()).map(Enum::name).toList();
      if (!known.contains(found)) {
        String nearest =
            NameSuggestions.nearest(found, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw bad(tensor(name) + "has dtype \"" + found + "\", expected one of " + known + nearest);
      }
      return DataType.valueOf(found);
    }

    private List<Long> readNumbers(JsonParser json, String name, String key) throws IOException {
      expect(
          json.currentToken() == JsonToken.START_ARRAY, name, "has a " + key + " that is no array");
      List<Long> numbers = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        boolean natural =
            json.currentToken() == JsonToken.VALUE_NUMBER_INT
                && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                && json.getLongValue() >= 0;
        expect(natural, name, "has " + json.getText() + " in its " + key + ", expected 0 or more");
        numbers.add(json.getLongValue());
      }
      return numbers;
    }

    private SafetensorsHeader placed(long dataStart, long dataBytes) {
      places.sort(Comparator.comparingLong(Place::begin).thenComparingLong(Place::end));
      Map<String, TensorInfo> tensors = new LinkedHashMap<>();
      Map<String, Long> offsets = new LinkedHashMap<>();
      long end = 0;
      String before = "";
      for (Place place : places) {
        String name = place.tensor.name();
        String span = "[" + place.begin + ", " + place.end + ")";
        expect(
            place.begin <= place.end && place.end <= dataBytes,
            name,
            "lies at " + span + " but the file holds " + dataBytes + " bytes: get a whole copy");
        expect(
            place.end - place.begin == place.tensor.byteSize(),
            name,
            "lies at "
                + span
                + " but "
                + place.tensor.describe()
                + " takes "
                + place.tensor.byteSize()
                + " bytes");
        expect(place.begin >= end, name, "lies at " + span + ", over tensor \"" + before + "\"");
        expect(
            place.begin == end,
            name,
            "lies at " + span + ", behind " + (place.begin - end) + " bytes of no tensor");
        end = place.end;
        before = name;
        tensors.put(name, place.tensor);
        offsets.put(name, dataStart + place.begin);
      }
      if (end != dataBytes) {
        throw bad((dataBytes - end) + " bytes lie behind the last tensor");
      }
      return new SafetensorsHeader(tensors, offsets, metadata);
    }

    private void expect(boolean holds, String name, String problem) {
      if (!holds) {
        throw bad(tensor(name) + problem);
      }
    }

    private static String tensor(String name) {
      return "tensor \"" + name + "\" ";
    }

    private ModelFormatException bad(String problem) {
      return new ModelFormatException(file, problem);
    }
  }
}
