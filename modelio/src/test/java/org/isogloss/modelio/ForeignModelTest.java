// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transform.ModelImport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A setting in a folder of Hugging Face that changes vectors is either applied as Python applies it
 * or rejected, never ignored.
 */
class ForeignModelTest {
  @TempDir private Path scratch;

  /** Merges values into a JSON file of a folder, which is created if it does not exist. */
  private static Path merge(Path folder, String file, String values) throws IOException {
    Path path = folder.resolve(file);
    JsonNode json = JsonFile.MAPPER.readTree(Files.exists(path) ? Files.readString(path) : "{}");
    JsonNode merged = JsonFile.MAPPER.readerForUpdating(json).readValue(values);
    return Files.writeString(path, merged.toString());
  }

  private void assertRejected(Path folder, String file, String problem) {
    Path to = scratch.resolve("imported");
    assertThatThrownBy(
            () -> {
              try (ModelFolder model = ModelFolder.open(folder)) {
                ModelImport.unchanged(model).write(model, to);
              }
            })
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve(file) + ": ")
        .hasMessageContaining(problem);
    assertThat(to).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          tokenizer_config.json | {"tokenizer_class": "BertJapaneseTokenizer"} | tokenizer_class is "BertJapaneseTokenizer", expected one of BertTokenizer, DistilBertTokenizer, ElectraTokenizer, MPNetTokenizer, XLMRobertaTokenizer, RobertaTokenizer, GPT2Tokenizer, Qwen2Tokenizer, GemmaTokenizer, PreTrainedTokenizerFast, TokenizersBackend
          tokenizer_config.json | {"tokenizer_class": "MPNetTokenizerFast"}    | tokenizer_class is "MPNetTokenizerFast", expected a class for the model in tokenizer.json
          tokenizer_config.json | {"tokenizer_class": "XLMRobertaTokenizer"}   | tokenizer_class is "XLMRobertaTokenizer", expected a class for the model in tokenizer.json, which is WordPiece
          tokenizer_config.json | {"auto_map": {"AutoTokenizer": ["t.T", null]}} | auto_map is present
          tokenizer_config.json | {"word_tokenizer_type": "mecab"}    | word_tokenizer_type is present
          tokenizer_config.json | {"subword_tokenizer_type": "character"} | subword_tokenizer_type is present
          tokenizer_config.json | {"add_bos_token": true}             | add_bos_token is present
          tokenizer_config.json | {"truncation_side": "left"}         | truncation_side is "left", expected "right"
          tokenizer_config.json | {"padding_side": "left"}            | padding_side is "left", expected "right"
          tokenizer_config.json | {"do_basic_tokenize": false}        | do_basic_tokenize is false
          tokenizer_config.json | {"never_split": ["cat"]}            | never_split is a list of words
          tokenizer_config.json | {"cls_token": "[MASK]"}             | cls_token is "[MASK]", expected "[CLS]"
          tokenizer_config.json | {"unk_token": {"content": "<unk>"}} | unk_token is "<unk>", expected "[UNK]"
          tokenizer_config.json | {"do_lower_case": true}             | do_lower_case is true, expected false, as the normalizer in tokenizer.json has it
          tokenizer_config.json | {"do_lower_case": null}             | do_lower_case is missing, which means true, expected false
          tokenizer_config.json | {"strip_accents": true}             | strip_accents is true, expected false
          tokenizer_config.json | {"tokenize_chinese_chars": false}   | tokenize_chinese_chars is false, expected true
          tokenizer_config.json | {"added_tokens_decoder": {"492": {"content": "<doc>"}}} | adds the token "<doc>", which is not in the vocabulary
          tokenizer_config.json | {"added_tokens_decoder": {"3": {"content": "[SEP]", "special": false}}} | adds the token "[SEP]", which is not special
          tokenizer_config.json | {"additional_special_tokens": ["cat"]} | adds the token "cat", which may occur in a text
          tokenizer_config.json | {"extra_special_tokens": {"image": "cat"}} | adds the token "cat", which may occur in a text
          special_tokens_map.json | {"sep_token": {"content": "</s>"}} | sep_token is "</s>", expected "[SEP]"
          special_tokens_map.json | {"additional_special_tokens": ["cat"]} | adds the token "cat"
          added_tokens.json     | {"cat": 492}                        | adds the token "cat"
          tokenizer.json        | {"truncation": {"direction": "Left"}} | truncation.direction is "Left", expected "Right"
          tokenizer.json        | {"padding": {"direction": "Left"}}  | padding.direction is "Left", expected "Right"
          tokenizer.json        | {"normalizer": {"type": "NFKC"}}    | normalizer.type is "NFKC", expected "BertNormalizer"
          tokenizer.json        | {"normalizer": {"clean_text": false}} | normalizer.clean_text is false
          tokenizer.json        | {"pre_tokenizer": {"type": "Whitespace"}} | pre_tokenizer.type is "Whitespace"
          tokenizer.json        | {"post_processor": null}            | post_processor is
          tokenizer.json        | {"post_processor": {"special_tokens": {"[CLS]": {"ids": [4]}}}} | post_processor is [2, 4] for "[CLS]", expected 2
          tokenizer.json        | {"added_tokens": [{"id": 492, "content": "cat", "special": false}]} | special is false
          tokenizer.json        | {"added_tokens": [{"id": 492, "content": "cat", "special": true}]} | adds the token "cat"
          tokenizer.json        | {"model": {"type": "WordLevel"}}    | model.type is "WordLevel", expected Unigram, WordPiece or BPE
          tokenizer.json        | {"model": {"max_input_chars_per_word": 5}} | has other settings or another number of tokens, unlike vocab.txt
          config.json           | {"model_type": "t5"}                | model_type is "t5", expected one of bert,
          config.json           | {"is_decoder": true}                | is_decoder is true, expected false
          config.json           | {"add_cross_attention": true}       | add_cross_attention is true
          config.json           | {"is_encoder_decoder": true}        | is_encoder_decoder is true
          config.json           | {"position_embedding_type": "relative_key_query"} | position_embedding_type is "relative_key_query"
          config.json           | {"hidden_act": "quick_gelu"}        | hidden_act is "quick_gelu"
          config.json           | {"pruned_heads": {"0": [1]}}        | pruned_heads is present
          config.json           | {"quantization_config": {"bits": 8}} | quantization_config is present
          config.json           | {"auto_map": {"AutoModel": "m.M"}}  | auto_map is present
          adapter_config.json   | {"peft_type": "LORA"}               | is an adapter
          config_sentence_transformers.json | {"similarity_fn_name": "manhattan"} | similarity_fn_name is "manhattan", expected "cosine"
          config_sentence_transformers.json | {"model_type": "SparseEncoder"} | model_type is "SparseEncoder"
          config_sentence_transformers.json | {"truncate_dim": 0}       | truncate_dim is 0, expected 1 or more
          config_sentence_transformers.json | {"default_prompt_name": "task"} | default_prompt_name is "task", expected null, or the name of one
          config_sentence_transformers.json | {"prompts": {"passage": null}, "default_prompt_name": "query"} | default_prompt_name is "query", expected null, or prompts for both
          sentence_bert_config.json | {"do_lower_case": true}           | do_lower_case is true, expected false, or a tokenizer that converts to lower case
          sentence_bert_config.json | {"transformer_task": "fill-mask"} | transformer_task is "fill-mask"
          sentence_bert_config.json | {"tokenizer_args": {"do_lower_case": true}} | tokenizer_args.do_lower_case is present
          sentence_bert_config.json | {"model_args": {"hidden_act": "relu"}} | model_args.hidden_act is present
          sentence_bert_config.json | {"config_kwargs": {"is_decoder": true}} | config_kwargs.is_decoder is present
          sentence_bert_config.json | {"query_length": 32}              | query_length is present
          sentence_bert_config.json | {"tokenizer_name_or_path": "other"} | tokenizer_name_or_path is present
          sentence_bert_config.json | {"modality_config": {"text": {"method_output_name": "pooler_output"}}} | modality_config.text.method_output_name is "pooler_output"
          sentence_bert_config.json | {"modality_config": {"text": {}, "image": {}}} | modality_config has [text, image]
          1_Pooling/config.json | {"pooling_mode_lasttoken": true}    | pooling_mode is stated by the keys [pooling_mode_mean_tokens, pooling_mode_lasttoken], expected one of the keys
          1_Pooling/config.json | {"pooling_mode_mean_tokens": false} | pooling_mode is stated by the keys [], expected one
          1_Pooling/config.json | {"pooling_mode_mean_tokens": false, "pooling_mode_mean_sqrt_len_tokens": true} | pooling_mode_mean_sqrt_len_tokens is true
          1_Pooling/config.json | {"pooling_mode": ["mean", "max"]}   | pooling_mode is
          1_Pooling/config.json | {"pooling_mode": "none"}            | pooling_mode is "none", expected one of mean, cls, lasttoken
          1_Pooling/config.json | {"include_prompt": false}           | include_prompt is false
          """)
  void rejectsSettings(String file, String values, String problem) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    merge(folder, file, values);
    assertRejected(folder, file, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GTE        | tokenizer_config.json | {"add_bos_token": false} | add_bos_token is false, expected true, as the post_processor
          GTE        | tokenizer_config.json | {"add_bos_token": true}  | add_eos_token is missing, which means false, expected true
          MODERNBERT | tokenizer_config.json | {"add_eos_token": true}  | add_bos_token is missing, which means false, expected true
          ROBERTA    | tokenizer_config.json | {"add_eos_token": false} | add_eos_token is false, expected true
          QWEN3      | tokenizer.json        | {"model": {"dropout": 0.1}} | model.dropout is 0.1, expected null
          """)
  void rejectsSettingsOfOtherTokenizers(
      SampleEncoder sample, String file, String values, String problem) throws IOException {
    Path folder = sample.copyInto(scratch);
    merge(folder, file, values);
    assertRejected(folder, file, problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          tokenizer_config.json | {"tokenizer_class": "BertTokenizer"}  | expected a class for the model in tokenizer.json, which is Unigram
          tokenizer_config.json | {"tokenizer_class": "T5Tokenizer"}    | tokenizer_class is "T5Tokenizer"
          tokenizer_config.json | {"add_prefix_space": false}           | add_prefix_space is false
          tokenizer_config.json | {"sp_model_kwargs": {"enable_sampling": true}} | sp_model_kwargs is
          sentence_bert_config.json | {"do_lower_case": true}           | do_lower_case is true
          config.json           | {"pad_token_id": 0}                   | pad_token_id is 0, expected 1
          """)
  void rejectsSettingsOfTheRobertaFamily(String file, String values, String problem)
      throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    merge(folder, file, values);
    assertRejected(folder, file, problem);
  }

  /** Early models of Japanese name the class in this file. */
  @Test
  void rejectsATokenizerThatTheConfigurationNames() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    merge(folder, "tokenizer_config.json", "{\"tokenizer_class\": null}");
    merge(folder, "config.json", "{\"tokenizer_class\": \"BertJapaneseTokenizer\"}");
    assertRejected(folder, "config.json", "tokenizer_class is \"BertJapaneseTokenizer\"");
  }

  @Test
  void readsTokenizerJsonAloneIfTheClassDoes() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    merge(
        folder,
        "tokenizer_config.json",
        "{\"tokenizer_class\": \"PreTrainedTokenizerFast\", \"do_lower_case\": true}");
    Files.writeString(folder.resolve("vocab.txt"), "of another model");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.tokenizer().ids("A")).isNotEqualTo(model.tokenizer().ids("a"));
    }
    Files.delete(folder.resolve("tokenizer.json"));
    assertRejected(folder, "tokenizer.json", "no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [{"type": "custom_st.Transformer", "path": ""}, {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"}] | has the modules [custom_st.Transformer, Pooling]
          [{"type": "sentence_transformers.models.Transformer", "path": ""}, {"type": "my_model.Pooling", "path": "1_Pooling"}] | has the modules [Transformer, my_model.Pooling]
          [{"type": "sentence_transformers.models.Transformer", "path": ""}, {"type": "sentence_transformers.models.LSTM", "path": "1_LSTM"}] | has the modules [Transformer, LSTM]
          [{"type": "sentence_transformers.models.CLIPModel", "path": ""}] | has the modules [CLIPModel]
          [{"type": "sentence_transformers.models.WordEmbeddings", "path": ""}, {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"}] | has the modules [WordEmbeddings, Pooling]
          []                                                                              | has the modules []
          """)
  void rejectsModules(String modules, String problem) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.writeString(folder.resolve("modules.json"), modules);
    assertRejected(folder, "modules.json", problem);
  }

  /** Unit vectors have the same order by dot product, Euclidean distance and cosine. */
  @ParameterizedTest
  @ValueSource(strings = {"dot", "euclidean"})
  void acceptsOtherSimilaritiesOfUnitVectorsOnly(String similarity) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    String file = "config_sentence_transformers.json";
    merge(folder, file, "{\"similarity_fn_name\": \"" + similarity + "\"}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.MEAN);
    }
    Path modules = folder.resolve("modules.json");
    JsonNode listed = JsonFile.MAPPER.readTree(Files.readString(modules));
    ((ArrayNode) listed).remove(2);
    Files.writeString(modules, listed.toString());
    assertRejected(
        folder, file, "similarity_fn_name is \"" + similarity + "\", expected \"cosine\"");
  }

  @Test
  void readsThePoolingThatTheModulesName() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.createDirectory(folder.resolve("pooling"));
    merge(folder, "pooling/config.json", "{\"pooling_mode\": \"cls\"}");
    Path modules = folder.resolve("modules.json");
    Files.writeString(modules, Files.readString(modules).replace("1_Pooling", "pooling"));
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.CLS);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"prompts": {"document": "d: "}}                            | query: | d:
          {"prompts": {"passage": null, "corpus": "c: "}}             | query: | c:
          {"prompts": {"other": "o: "}, "default_prompt_name": "other"} | query: | passage:
          """)
  void appliesThePromptOfTheRole(String values, String query, String passage) throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    merge(folder, "config_sentence_transformers.json", values);
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding())
          .isEqualTo(new EncodingSettings(query + " ", passage + " ", 96, Pooling.MEAN));
    }
  }

  @Test
  void rejectsAnAddedTokenInAPrompt() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    merge(
        folder,
        "tokenizer_config.json",
        "{\"added_tokens_decoder\": {\"4\": {\"content\": \"[MASK]\", \"special\": true}}}");
    merge(folder, "config_sentence_transformers.json", "{\"prompts\": {\"query\": \"[MASK] \"}}");
    assertThatThrownBy(() -> ModelFolder.open(folder).tokenizer())
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has the added token \"[MASK]\" in the prefix \"[MASK] \"");
  }

  @Test
  void readsTheLengthUnderItsOldNames() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    Files.delete(folder.resolve("sentence_bert_config.json"));
    merge(folder, "sentence_xlm-roberta_config.json", "{\"max_seq_length\": 24}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().maxLength()).isEqualTo(24);
    }
    merge(folder, "sentence_roberta_config.json", "{\"max_seq_length\": 25}");
    merge(
        folder, "sentence_roberta_config.json", "{\"tokenizer_args\": {\"model_max_length\": 26}}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding().maxLength()).isEqualTo(26);
    }
  }

  /** The settings of paraphrase-multilingual-MiniLM-L12-v2, of which many have no effect. */
  @Test
  void acceptsSettingsWithoutEffect() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    merge(
        folder,
        "tokenizer_config.json",
        """
        {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": true, "strip_accents": null,
         "tokenize_chinese_chars": true, "special_tokens_map_file": null, "name_or_path": "old",
         "mask_token": {"content": "<mask>", "lstrip": true}, "clean_up_tokenization_spaces": true,
         "added_tokens_decoder": {"399": {"content": "<mask>", "special": true}}}
        """);
    merge(
        folder,
        "sentence_bert_config.json",
        """
        {"transformer_task": "feature-extraction", "module_output_name": "token_embeddings",
         "modality_config":
             {"text": {"method": "forward", "method_output_name": "last_hidden_state"}}}
        """);
    merge(
        folder,
        "config_sentence_transformers.json",
        "{\"__version__\": {}, \"model_type\": \"SentenceTransformer\", \"prompts\": {\"query\": \"\"}}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.encoding()).isEqualTo(new EncodingSettings("", "", 96, Pooling.CLS));
      assertThat(model.tokenizer().vocabularySize()).isEqualTo(400);
    }
  }
}
