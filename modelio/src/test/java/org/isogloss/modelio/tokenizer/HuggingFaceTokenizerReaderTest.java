// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HuggingFaceTokenizerReaderTest {
  private static final String UNIGRAM =
      """
      {"added_tokens": [{"id": 5, "content": "<mask>", "special": true}],
       "normalizer": {"type": "Strip", "strip_left": true, "strip_right": true},
       "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": true},
       "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 1], "cls": ["<s>", 0]},
       "model": {"type": "Unigram", "unk_id": 2,
                 "vocab": [["<s>", 0.0], ["</s>", 0], ["<unk>", 0.0], ["<pad>", 0.0], ["▁a", -1.5]]}}
      """;

  private static final String WORD_PIECE =
      """
      {"added_tokens": [{"id": 3, "content": "[SEP]", "special": true}],
       "normalizer": {"type": "BertNormalizer", "clean_text": true, "lowercase": true,
                      "handle_chinese_chars": true, "strip_accents": null},
       "pre_tokenizer": {"type": "BertPreTokenizer"},
       "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                 "max_input_chars_per_word": 4,
                 "vocab": {"a": 4, "[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "##b": 5}}}
      """;

  @TempDir private Path folder;

  private Tokenizer read(String json) {
    try {
      Files.writeString(folder.resolve("tokenizer.json"), json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return HuggingFaceTokenizerReader.read(folder);
  }

  @ParameterizedTest
  @EnumSource(SampleTransformer.class)
  void matchesIdsOfPython(SampleTransformer sample) throws IOException {
    Path model = sample.copyInto(folder);
    Files.deleteIfExists(model.resolve("vocab.txt"));
    SampleTransformer.Golden golden = sample.golden();
    try (ModelFolder opened = ModelFolder.open(model)) {
      Tokenizer tokenizer = opened.tokenizer();
      for (int i = 0; i < golden.texts().size(); i++) {
        int[] expected = golden.ids()[i];
        int[] ids = tokenizer.encode(golden.texts().get(i), 128).ids();
        int padding = tokenizer.specialTokens().paddingId();
        assertThat(Arrays.copyOf(expected, ids.length)).isEqualTo(ids);
        assertThat(Arrays.stream(expected).skip(ids.length)).containsOnly(padding);
      }
    }
  }

  @Test
  void readsUnigram() {
    Tokenizer tokenizer = read(UNIGRAM);
    assertThat(tokenizer.vocabularySize()).isEqualTo(6);
    assertThat(tokenizer.token(5)).isEqualTo("<mask>");
    assertThat(tokenizer.ids(" a b ")).containsExactly(4, 2);
    SpecialTokens special = tokenizer.specialTokens();
    assertThat(special.prefix()).containsExactly(0);
    assertThat(special.separator()).containsExactly(1, 1);
    assertThat(special.suffix()).containsExactly(1);
    assertThat(special.secondTypeId()).isZero();
    assertThat(special.unknownId()).isEqualTo(2);
    assertThat(special.paddingId()).isEqualTo(3);
  }

  @Test
  void neverTokenizesTextIntoSpecialTokens() throws IOException {
    String json =
        UNIGRAM
            .replace("[\"▁a\", -1.5]", "[\"▁a\", -1.5], [\"[M]\", 0.0]")
            .replace("\"id\": 5", "\"id\": 6");
    assertThat(read(json).ids("[M]")).contains(5);
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        "{\"mask_token\": {\"content\": \"[M]\"}, \"pad_token\": \"</s>\"}");
    assertThat(read(json).ids("[M]")).doesNotContain(5);
    assertThat(read(json).specialTokens().paddingId()).isEqualTo(1);
  }

  @Test
  void readsWordPiece() {
    Tokenizer tokenizer = read(WORD_PIECE);
    assertThat(tokenizer.vocabularySize()).isEqualTo(6);
    assertThat(tokenizer.ids("AB aabb ababa")).containsExactly(4, 5, 1, 1);
    assertThat(tokenizer.encode("a", "á", 9).typeIds()).containsExactly(0, 0, 0, 1, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"Strip\" | \"Lowercase\" | normalizer.type is \"Lowercase\", expected one of Sequence,"
            + " Precompiled",
        "{\"type\": \"Strip\", \"strip_left\": true, \"strip_right\": true} | {\"type\":"
            + " \"Precompiled\", \"precompiled_charsmap\": \"AAAA\"} |"
            + " normalizer.precompiled_charsmap is damaged",
        "{\"type\": \"Strip\", \"strip_left\": true, \"strip_right\": true} | {\"type\":"
            + " \"Replace\", \"pattern\": {\"Regex\": \"x+\"}, \"content\": \"\"} |"
            + " normalizer.pattern.Regex is \"x+\", expected \" {2,}\"",
        "\"Metaspace\" | \"ByteLevel\" | pre_tokenizer.type is \"ByteLevel\", expected Metaspace",
        "\"▁\", \"add | \"__\", \"add | pre_tokenizer.replacement is \"__\", expected one"
            + " character",
        "\"RobertaProcessing\" | \"Other\" | post_processor.type is \"Other\"",
        "[\"</s>\", 1] | [\"</x>\", 1] | the token \"</x>\" is not among its 6 tokens",
        "\"Unigram\" | \"BPE\" | model.vocab is an array, expected {\"token\": id, ...}",
        "\"unk_id\": 2 | \"unk_id\": 6 | model.unk_id is 6, expected the id of one of 6 tokens",
        "\"unk_id\": 2 | \"unk_id\": null | model.unk_id is null, expected a whole number",
        "[\"</s>\", 0] | [\"</s>\"] | model.vocab has ] after 1 tokens, expected"
            + " [\"token\", score]",
        "\"id\": 5 | \"id\": 4 | content is \"<mask>\", expected \"▁a\", the token with this id",
        "\"id\": 5 | \"id\": 7 | no token has the id 5",
        "true}] | false}] | special is false, expected true",
        "<pad> | <p> | has none of [<pad>, [PAD]] among its tokens"
      })
  void rejectsUnsupportedUnigramSettings(String found, String replacement, String message) {
    assertThat(UNIGRAM).contains(found);
    assertThatThrownBy(() -> read(UNIGRAM.replace(found, replacement)))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve("tokenizer.json").toString())
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"BertNormalizer\" | \"NFC\" | normalizer.type is \"NFC\", expected \"BertNormalizer\"",
        "\"##\" | \"@@\" | model.continuing_subword_prefix is \"@@\", expected \"##\"",
        "\"clean_text\": true | \"clean_text\": false | normalizer.clean_text is false, expected"
            + " true",
        "\"BertProcessing\" | \"RobertaProcessing\" | post_processor is",
        "\"a\": 4 | \"a\": 2 | expected no other token",
        "\"a\": 4 | \"a\": -4 | expected \"token\": id",
        "\"[PAD]\": 0, |  | no token has the id 0"
      })
  void rejectsUnsupportedWordPieceSettings(String found, String replacement, String message) {
    assertThat(WORD_PIECE).contains(found);
    assertThatThrownBy(
            () -> read(WORD_PIECE.replace(found, replacement == null ? "" : replacement)))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve("tokenizer.json").toString())
        .hasMessageContaining(message);
  }

  @Test
  void reportsLocationOfInvalidJson() {
    assertThatThrownBy(() -> read("{\"model\": {\"vocab\": [[\"a\", 1],\n oops"))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("tokenizer.json: line 2: is not valid JSON");
    assertThatThrownBy(() -> read("[]")).hasMessageContaining("is not a JSON object");
    assertThatThrownBy(() -> read("{}")).hasMessageContaining("model.vocab is missing or empty");
    assertThatThrownBy(() -> read(UNIGRAM + "{}"))
        .hasMessageContaining("has content after the end");
    assertThatThrownBy(() -> HuggingFaceTokenizerReader.read(folder.resolve("none")))
        .hasMessageContaining("no such file");
  }

  @Test
  void rejectsInconsistentTemplates() {
    String template =
        """
        {"type": "TemplateProcessing",
         "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
         "pair": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                  {"SpecialToken": {"id": "</s>", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}]}
        """;
    int start = UNIGRAM.indexOf("{\"type\": \"RobertaProcessing\"");
    int end = UNIGRAM.indexOf("},", start) + 1;
    String json = UNIGRAM.substring(0, start) + template + UNIGRAM.substring(end);
    SpecialTokens special = read(json).specialTokens();
    assertThat(special.prefix()).containsExactly(0);
    assertThat(special.separator()).containsExactly(1);
    assertThat(special.suffix()).isEmpty();
    assertThat(special.secondTypeId()).isOne();
    for (List<String> change :
        List.of(
            List.of(
                "\"single\": [{\"SpecialToken\": {\"id\": \"<s>\"",
                "\"single\": [{\"SpecialToken\": {\"id\": \"</s>\""),
            List.of("\"id\": \"B\", \"type_id\": 1", "\"id\": \"A\", \"type_id\": 0"),
            List.of("{\"id\": \"</s>\", \"type_id\": 0", "{\"id\": \"</s>\", \"type_id\": 1"))) {
      assertThat(json).contains(change.getFirst());
      assertThatThrownBy(() -> read(json.replace(change.getFirst(), change.getLast())))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("post_processor.pair is [");
    }
  }
}
