// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.hub.HubListing;
import org.isogloss.modelio.hub.HubModel;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.samples.FileMutations;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.tensorflow.LevelDbTable;
import org.isogloss.modelio.tensorflow.TensorFlowBundle;
import org.isogloss.modelio.transform.TransformerCompletenessCheck;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerTensorShapes;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged files of model folders cause an error that names the file, whatever the damage is. */
class ModelFuzzTest {
  private static final int FEW = 150;
  private static final int MANY = 5000;

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, config.json",
    "BERT_ENCODER, vocab.txt",
    "BERT_ENCODER, tokenizer_config.json",
    "BERT_ENCODER, 1_Pooling/config.json",
    "BERT_ENCODER, isogloss.json",
    "BERT_CLASSIFIER, config.json",
    "BERT_CLASSIFIER, tokenizer.json",
    "XLMR_ENCODER, config.json",
    "XLMR_ENCODER, tokenizer.json",
    "XLMR_ENCODER, model.safetensors",
    "XLMR_CLASSIFIER, model.safetensors",
    "BERT_ENCODER, model.safetensors.index.json"
  })
  void reportsDamagedFile(SampleTransformer sample, String file) throws IOException {
    fuzz(sample, file, FEW, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, config.json",
    "BERT_ENCODER, vocab.txt",
    "BERT_ENCODER, tokenizer_config.json",
    "BERT_ENCODER, 1_Pooling/config.json",
    "BERT_ENCODER, isogloss.json",
    "BERT_CLASSIFIER, config.json",
    "BERT_CLASSIFIER, tokenizer.json",
    "XLMR_ENCODER, tokenizer.json",
    "XLMR_ENCODER, model.safetensors",
    "XLMR_CLASSIFIER, model.safetensors",
    "BERT_ENCODER, model.safetensors.index.json"
  })
  void reportsManyKindsOfDamage(SampleTransformer sample, String file) throws IOException {
    fuzz(sample, file, MANY, 1_000_000);
  }

  private void fuzz(SampleTransformer sample, String name, int count, long seed)
      throws IOException {
    Path folder = sample.copyInto(scratch);
    if (name.equals("tokenizer.json")) {
      Files.deleteIfExists(folder.resolve("vocab.txt"));
    } else if (name.equals(ModelManifest.FILE)) {
      ModelFolder.open(folder)
          .manifest()
          .withProvenance(
              new Provenance(
                  "artificial",
                  42,
                  "1",
                  List.of(new ProvenanceSource("a.tsv", "0".repeat(64), "MIT")),
                  List.of(new EvaluationResult("b", "m", 0.5))))
          .write(folder);
    } else if (name.equals(Safetensors.INDEX)) {
      spread(folder);
    }
    Path file = folder.resolve(name);
    byte[] original = Files.readAllBytes(file);
    boolean json = name.endsWith(".json");
    FileMutations.each(
        original,
        json,
        count,
        seed,
        damaged -> {
          Files.write(file, damaged);
          useAll(folder);
        });
  }

  private static void spread(Path folder) throws IOException {
    Path shard = folder.resolve("model-1.safetensors");
    Files.move(folder.resolve(Safetensors.FILE), shard);
    ObjectNode index = JsonFile.MAPPER.createObjectNode();
    ObjectNode map = index.putObject("weight_map");
    try (Safetensors tensors = Safetensors.open(shard)) {
      tensors.tensors().keySet().forEach(name -> map.put(name, "model-1.safetensors"));
    }
    JsonFile.write(folder.resolve(Safetensors.INDEX), index);
  }

  /** Uses a folder in the same way as the commands. */
  private static void useAll(Path folder) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      model.fingerprint();
      ModelSummary.of(model);
      model.lacksPooling();
      Tokenizer tokenizer = model.tokenizer();
      tokenizer.encode("The city's  Übersetzung 東京 a", 64);
      tokenizer.tokenize("x".repeat(5000));
      TransformerCompletenessCheck.requireComplete(model);
      try (TransformerWeights weights = TransformerWeights.open(model)) {
        TransformerTensorShapes.shapes(model.architecture())
            .forEach(
                (name, shape) ->
                    weights.floats(name, shape.stream().mapToLong(Long::longValue).toArray()));
      }
    }
  }

  @Test
  void reportsDamagedStaticEncoderWeights() throws IOException {
    Path folder = scratch.resolve("static");
    StaticModelWriter.write(
        folder,
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "a"),
        WordPieceOptions.CASED,
        new StaticEmbeddings(4, new byte[20], new float[5]),
        new ModelManifest(
            "small",
            "MIT",
            new EncodingSettings(64, Pooling.MEAN),
            new Provenance("", 7, List.of())));
    for (String name : new String[] {Safetensors.FILE, TransformerConfig.FILE}) {
      Path file = folder.resolve(name);
      byte[] original = Files.readAllBytes(file);
      FileMutations.each(
          original,
          true,
          FEW,
          2000,
          damaged -> {
            Files.write(file, damaged);
            try (ModelFolder model = ModelFolder.open(folder)) {
              model.staticEmbeddings();
              model.tokenizer();
            }
          });
      Files.write(file, original);
    }
  }

  @Test
  void reportsDamagedInteractionTables() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    ModelFolder model = ModelFolder.open(folder);
    new LateInteractionTables(
            new float[model.vocabularySize()],
            Map.of(
                "en", new LateInteractionTables.LanguageStatistics(new float[model.dimension()], 1),
                "de",
                    new LateInteractionTables.LanguageStatistics(
                        new float[model.dimension()], 0.5f)))
        .write(folder);
    Path file = folder.resolve(LateInteractionTables.FILE);
    FileMutations.each(
        Files.readAllBytes(file),
        false,
        FEW,
        3000,
        damaged -> {
          Files.write(file, damaged);
          LateInteractionTables.find(model);
        });
  }

  @Test
  void reportsDamagedTensorFlowBundle() throws IOException {
    Path index = scratch.resolve("variables.index");
    Files.write(scratch.resolve("variables.data-00000-of-00001"), new byte[3072]);
    byte[] original = Files.readAllBytes(TestResources.path("tensorflow/variables.index"));
    FileMutations.each(
        original,
        false,
        2 * FEW,
        4000,
        damaged -> {
          Files.write(index, damaged);
          try (TensorFlowBundle bundle = TensorFlowBundle.open(index)) {
            bundle.tensors().keySet().forEach(bundle::chunks);
          }
        });
  }

  @Test
  void reportsDamagedHubListing() {
    String listing =
        """
        {"sha": "0123456789abcdef0123456789abcdef01234567", "cardData": {"license": "mit"},
         "siblings": [
          {"rfilename": "config.json", "size": 600, "blobId": "a1"},
          {"rfilename": "vocab.txt", "size": 2000, "blobId": "a2"},
          {"rfilename": "model.safetensors", "size": 9000, "blobId": "a3",
           "lfs": {"sha256": "00", "size": 9000}},
          {"rfilename": "onnx/model.onnx", "size": 9000, "blobId": "a4"}]}
        """;
    HubModel model = new HubModel("org/small", HubModel.DEFAULT_REVISION, true);
    FileMutations.each(
        listing.getBytes(StandardCharsets.UTF_8),
        true,
        5 * FEW,
        6000,
        damaged -> {
          JsonNode json;
          try {
            json = JsonFile.MAPPER.readTree(damaged);
          } catch (JsonProcessingException e) {
            return; // The client reports invalid JSON.
          }
          HubListing.parse(model, json).requiredFiles(model);
        });
  }

  /** Simulates an attacker who recomputes the checksums. */
  @Test
  void reportsDamagedTableWithValidChecksums() {
    byte[] block = tableBlock();
    FileMutations.each(
        block,
        false,
        5 * FEW,
        5000,
        damaged -> LevelDbTable.read(Path.of("x.index"), ByteBuffer.wrap(table(damaged))));
  }

  private static byte[] tableBlock() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (String key : List.of("", "module/a", "module/b")) {
      block.write(0);
      block.write(key.length());
      block.write(3);
      block.writeBytes(key.getBytes(StandardCharsets.US_ASCII));
      block.writeBytes(new byte[] {8, 1, 16});
    }
    block.writeBytes(new byte[] {0, 0, 0, 0, 1, 0, 0, 0});
    return block.toByteArray();
  }

  /** A table with one block that is its own index: only sizes and keys matter. */
  private static byte[] table(byte[] block) {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    writeBlock(table, block);
    int index = table.size();
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    entry.writeBytes(new byte[] {0, 0});
    byte[] handle = handle(0, block.length);
    entry.write(handle.length);
    entry.writeBytes(handle);
    entry.writeBytes(new byte[] {0, 0, 0, 0, 1, 0, 0, 0});
    writeBlock(table, entry.toByteArray());
    int meta = table.size();
    byte[] empty = {0, 0, 0, 0, 1, 0, 0, 0};
    writeBlock(table, empty);
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    footer.writeBytes(handle(meta, empty.length));
    footer.writeBytes(handle(index, entry.size()));
    byte[] whole = Arrays.copyOf(footer.toByteArray(), 48);
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putLong(40, 0xdb4775248b80fb57L);
    table.writeBytes(whole);
    return table.toByteArray();
  }

  private static void writeBlock(ByteArrayOutputStream table, byte[] block) {
    CRC32C crc = new CRC32C();
    crc.update(block);
    crc.update(0);
    table.writeBytes(block);
    table.write(0);
    int masked = LevelDbTable.maskedChecksum(crc);
    table.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(masked).array());
  }

  private static byte[] handle(int offset, int size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int value : new int[] {offset, size}) {
      int rest = value;
      while (rest > 0x7f) {
        out.write((rest & 0x7f) | 0x80);
        rest >>>= 7;
      }
      out.write(rest);
    }
    return out.toByteArray();
  }
}
